// A closer look: the board grows in its frame. The wheel alone rolls a large hand.

const [MOST, STEP] = [4, 1.25];

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
  frame.onwheel = (event) => {
    const { ctrlKey, deltaY, clientX, clientY } = event;
    if (ctrlKey) {
      event.preventDefault();
      return zoom(-deltaY / 100, clientX, clientY);
    }
    const end = frame.querySelector(`[data-key="hand:${deltaY > 0 ? "on" : "back"}"][role=button]`);
    if (end && clientY > end.getBoundingClientRect().top) end.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  };
  return zoom;
}
