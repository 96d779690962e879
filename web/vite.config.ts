import { defineConfig } from "vite";
import { VitePWA } from "vite-plugin-pwa";

// The page is served by the Python package from the folder it is built into; `npm run dev` passes API calls on. As a site
// of plain files (`--mode site`) it has no server, and works under any path. Either way it installs as an app.
export default defineConfig(({ mode }) => ({
  base: "./",
  build: {
    outDir: mode === "site" ? "../build/page" : "../src/santorini/server/page",
    emptyOutDir: true,
    target: "es2022",
    // Fonts stay files: an inlined one would need a wider content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 900,
  },
  plugins: [
    VitePWA({
      registerType: "autoUpdate",
      injectRegister: "script-defer",
      manifest: {
        name: "Santorini",
        short_name: "Santorini",
        display: "standalone",
        start_url: "./",
        scope: "./",
        theme_color: "#2a86b8",
        background_color: "#f5efe2",
        icons: [
          { src: "icon.svg", sizes: "any", type: "image/svg+xml", purpose: "any" },
          { src: "icon-512.png", sizes: "512x512", type: "image/png", purpose: "any" },
          { src: "icon-192.png", sizes: "192x192", type: "image/png", purpose: "any" },
        ],
      },
      workbox: {
        globPatterns: ["**/*.{html,js,css,svg,png,woff2,wasm,bin,json,txt}"],
        maximumFileSizeToCacheInBytes: 8_000_000,
        // The page has one address; everything else belongs to the server.
        navigateFallbackAllowlist: [/\/(index\.html)?$/],
        inlineWorkboxRuntime: true,
      },
    }),
  ],
  server: {
    proxy: {
      "/api": { target: process.env.SANTORINI_SERVER ?? "http://127.0.0.1:8030", ws: true },
    },
  },
}));
