// A closer look: the board grows in its frame. The wheel alone or a swipe rolls a large hand.

const [MOST, STEP] = [4, 1.25];
const SWIPE = 24; // px

/** Ctrl and the wheel, a touchpad; by steps for keys and buttons. @param {HTMLElement} frame */
export function setUpZoom(frame) {
  let size = 1;
  /** What is at this place stays; by default what is in the middle. */
  const zoom = (steps = 0, x = NaN, y = NaN) => {
    const { left, top, width, height } = frame.getBoundingClientRect();
    const there = new DOMPoint(x || left + width / 2, y || top + height / 2);
    const screen = () => frame.querySelector("svg")?.getScreenCTM() ?? new DOMMatrix();
    const point = there.matrixTransform(screen().inverse());
    size = Math.min(MOST, Math.max(1, size * STEP ** steps));
    frame.style.setProperty("--zoom", `${size}`);
    frame.classList.toggle("closer", size > 1);
    const now = point.matrixTransform(screen());
    frame.scrollBy(now.x - there.x, now.y - there.y);
  };
  const roll = (on = true, y = 0) => {
    const end = frame.querySelector(`[data-key="hand:${on ? "on" : "back"}"][role=button]`);
    if (!end || y < end.getBoundingClientRect().top) return;
    for (const type of ["pointercancel", "click"]) end.dispatchEvent(new MouseEvent(type, { bubbles: true }));
  };
  let [left, top] = [NaN, 0]; // where a finger came down
  frame.onpointerdown = ({ pointerType, clientX, clientY }) => ([left, top] = [pointerType === "mouse" ? NaN : clientX, clientY]);
  frame.onpointermove = ({ clientX, clientY }) => {
    if (!(Math.abs(clientX - left) > Math.max(SWIPE, Math.abs(clientY - top)))) return;
    roll(clientX < left, top);
    left = NaN;
  };
  frame.onwheel = (event) => {
    const { ctrlKey, deltaY, clientX, clientY } = event;
    if (ctrlKey) {
      event.preventDefault();
      return zoom(-deltaY / 100, clientX, clientY);
    }
    roll(deltaY > 0, clientY);
  };
  return zoom;
}
