import { defineConfig, type Plugin } from "vite";
import { VitePWA } from "vite-plugin-pwa";

// The page is served by the Python package from the folder it is built into; `npm run dev` passes API calls on. As a site
// of plain files (`--mode site`) it has no server, and works under any path. Either way it installs as an app. For a
// first game (`--mode early`) it is built before its core has been compiled, and is not an app: it will be replaced.
const folders: Record<string, string> = { site: "../build/page", early: "../src/santorini/server/early" };

const withoutCore: Plugin = {
  name: "without-core",
  enforce: "pre",
  resolveId: (id) => (id.endsWith(".wasm?url") ? `\0${id}` : null),
  load: (id) => (id.endsWith(".wasm?url") ? 'export default ""' : null),
};

export default defineConfig(({ mode }) => ({
  base: "./",
  build: {
    outDir: folders[mode] ?? "../src/santorini/server/page",
    emptyOutDir: true,
    target: "es2022",
    // Fonts stay files: an inlined one would need a wider content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 900,
  },
  plugins: [
    mode === "early" && withoutCore,
    VitePWA({
      disable: mode === "early",
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
        // Not every browser can use it, so it is cached when it is first used.
        globIgnores: ["**/engine_threads*.wasm"],
        runtimeCaching: [
          {
            urlPattern: /\/engine_threads[^/]*\.wasm$/,
            handler: "CacheFirst",
            options: { cacheName: "engine_threads", expiration: { maxEntries: 1 } },
          },
        ],
        maximumFileSizeToCacheInBytes: 8_000_000,
        // The page has one address; everything else belongs to the server.
        navigateFallbackAllowlist: [/\/(index\.html)?$/],
        inlineWorkboxRuntime: true,
      },
    }),
  ],
  worker: { plugins: () => (mode === "early" ? [withoutCore] : []) },
  server: {
    proxy: {
      "/api": { target: process.env.SANTORINI_SERVER ?? "http://127.0.0.1:8030", ws: true },
    },
  },
}));
