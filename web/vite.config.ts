import { defineConfig } from "vite";

// The page is served by the Python package from the folder it is built into; `npm run dev` passes API calls on.
export default defineConfig({
  base: "/",
  build: {
    outDir: "../src/santorini/server/page",
    emptyOutDir: true,
    target: "es2022",
    // Fonts stay files: an inlined one would need a wider content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 900,
  },
  server: {
    proxy: {
      "/api": { target: process.env.SANTORINI_SERVER ?? "http://127.0.0.1:8030", ws: true },
    },
  },
});
