// Before the first paint: day or night, so that nothing flashes. The page itself takes over afterwards.
try {
  const wish = JSON.parse(localStorage.getItem("santorini.settings") || "{}").theme || "auto";
  const night = wish === "dark" || (wish === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = night ? "dark" : "light";
} catch {
  // Storage can be forbidden. Then the day is shown.
}
