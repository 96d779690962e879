// Before the first paint: day or night, so that nothing flashes. The page itself takes over afterwards.
try {
  var wish = JSON.parse(localStorage.getItem("santorini.settings") || "{}").theme || "auto";
  var night = wish === "dark" || (wish === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = night ? "dark" : "light";
} catch (error) {
  // storage can be forbidden; then the day is shown
}
