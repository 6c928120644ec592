// Inside Telegram.
import { go } from "./api.js";
import { at } from "./dom.js";

const { parent, TelegramWebviewProxy: proxy } = /** @type {any} */ (window);
const { launch } = at("inside");
if (launch) {
  launch.value = location.hash; // who opens the page
  launch.form.submit();
}

// A hand that drags must not close it.
for (const [name, eventData] of Object.entries({ ready: {}, expand: {}, setup_swipe_behavior: { allow_vertical_swipe: false } })) {
  const eventType = `web_app_${name}`;
  if (proxy) proxy.postEvent(eventType, JSON.stringify(eventData));
  else parent.postMessage(JSON.stringify({ eventType, eventData }), "*");
}

addEventListener("click", (event) => {
  const link = event.target?.closest("a")?.getAttribute("href");
  if (!/^\/(tables\/[\w-]+)?$/.test(link)) return; // it opens outside
  event.preventDefault();
  go(link);
});
