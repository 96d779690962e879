// Chooses day or night before the first paint, so that nothing flashes. The page itself takes over afterwards.
try {
  const wish = JSON.parse(localStorage.getItem("santorini.settings") || "{}").theme || "auto";
  const night = wish === "dark" || (wish === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = night ? "dark" : "light";
} catch {
  // Storage may be blocked: then the day theme is used.
}
