() => {
  // Controls, and squares of a board that can be seen, whose middle is off the screen or under something else; and what
  // is to be read at a glance but cut.
  const faults = [];
  const scrolls = (element) => {
    for (let up = element; up && up !== document.body; up = up.parentElement) {
      const style = getComputedStyle(up);
      if (/auto|scroll/.test(style.overflowY) && up.scrollHeight > up.clientHeight) return true;
    }
    return !document.querySelector(".screen.table");
  };
  const picking = document.querySelector(".draft");
  const wanted = picking ? ".draft button, .draft input, .tool" : "button, a, input, select";
  for (const element of document.querySelectorAll(wanted)) {
    const box = element.getBoundingClientRect();
    if (box.width < 2 || box.height < 2 || getComputedStyle(element).visibility === "hidden") continue;
    if (picking && getComputedStyle(picking.parentElement).position === "absolute" && element.matches(".tool")) continue;
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const name = element.dataset.square ?? element.getAttribute("aria-label") ?? element.textContent.trim();
    if (box.left < -1 || box.right > innerWidth + 1) faults.push(`${name}: cut at the side`);
    else if (scrolls(element)) continue; // it can be scrolled to
    else if (box.top < -1 || box.bottom > innerHeight + 1) faults.push(`${name}: off the screen`);
    else {
      const top = document.elementFromPoint(x, y);
      if (!top || !(element.contains(top) || top.contains(element) || top.closest("label")?.contains(element)))
        faults.push(`${name}: under ${top ? top.className || top.tagName : "nothing"}`);
    }
  }
  for (const name of document.querySelectorAll(".card-power"))
    if (name.scrollWidth > name.clientWidth + 1) faults.push(`${name.textContent}: the name is cut`);
  const end = document.querySelector(".end")?.getBoundingClientRect();
  if (end && (end.top < 0 || end.bottom > innerHeight)) faults.push("the end of the game is cut");
  if (document.documentElement.scrollWidth > innerWidth + 1) faults.push("the page is wider than the screen");
  return faults;
}
