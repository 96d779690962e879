// Turns the English catalogues into types: a missing key or placeholder is a compile error, and the English text shows up
// in the editor. It also reports texts of the page that are not used, and texts that another language lacks.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "smol-toml";

const web = join(dirname(fileURLToPath(import.meta.url)), "..");
const locales = join(web, "..", "src", "santorini", "locales");

const flatten = (table, prefix = "") =>
  Object.entries(table).flatMap(([name, value]) =>
    typeof value === "string" ? [[prefix + name, value]] : flatten(value, `${prefix}${name}.`),
  );
const read = (file) => flatten(parse(readFileSync(join(locales, file), "utf8")));
const placeholders = (text) =>
  [
    ...new Set([...text.replaceAll("{{", "").matchAll(/\{(\w+)(?:![rsa])?(?::plural [^}]*)?\}/g)].map((m) => m[1])),
  ].sort();

const core = read("en.toml").filter(([key]) => !key.startsWith("cli.") && !key.startsWith("play."));
const page = read("page/en.toml").map(([key, text]) => [key.replace(/^page\./, ""), text]);

const entry = ([key, text]) => {
  const names =
    placeholders(text)
      .map((name) => JSON.stringify(name))
      .join(" | ") || "never";
  return `  /** ${text.replaceAll("*/", "* /").replaceAll("\n", " ")} */\n  ${JSON.stringify(key)}: ${names};\n`;
};

writeFileSync(
  join(web, "src", "words", "keys.gen.ts"),
  `// Made by tools/words.mjs from the English catalogues.\n/* eslint-disable */\n` +
    `export interface PageTexts {\n${page.map(entry).join("")}}\n\n` +
    `export type CoreKey =\n${core.map(([key]) => `  | ${JSON.stringify(key)}`).join("\n")};\n`,
);

// Every text of the page must be used, and every other language must have every key, with the same placeholders.
const sources = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((item) =>
    item.isDirectory()
      ? sources(join(folder, item.name))
      : /\.gen\.ts$|\.css$/.test(item.name)
        ? []
        : [join(folder, item.name)],
  );
const code = sources(join(web, "src"))
  .map((file) => readFileSync(file, "utf8"))
  .join("\n");
const starts = [...code.matchAll(/`((?:page\.)?[\w-]+\.[\w.-]*)\$\{/g)].map((m) => m[1].replace(/^page\./, ""));
const problems = page
  .map(([key]) => key)
  .filter(
    (key) =>
      !code.includes(`"${key}"`) && !code.includes(`page.${key}"`) && !starts.some((start) => key.startsWith(start)),
  )
  .map((key) => `page/en.toml: nobody uses ${key}`);
// The server falls back to English for texts that are not translated yet, so this does not stop the build; the tests of
// the languages do require every text.
const lacking = [];
for (const file of readdirSync(join(locales, "page")).filter((name) => name.endsWith(".toml") && name !== "en.toml")) {
  const other = new Map(read(`page/${file}`).map(([key, text]) => [key.replace(/^page\./, ""), text]));
  for (const [key, text] of page) {
    const answer = other.get(key);
    if (answer === undefined) lacking.push(`page/${file}: lacks ${key}`);
    else if (placeholders(answer).join() !== placeholders(text).join())
      problems.push(`page/${file}: other placeholders in ${key}`);
    other.delete(key);
  }
  // A page catalogue may also translate texts of the game before the game's own catalogue does.
  const game = new Map(read("en.toml"));
  for (const [key, text] of other) {
    const english = game.get(key);
    if (english === undefined) continue;
    if (placeholders(text).join() !== placeholders(english).join())
      problems.push(`page/${file}: other placeholders in ${key}`);
    other.delete(key);
  }
  for (const key of other.keys()) problems.push(`page/${file}: ${key} is not in English`);
}
if (lacking.length) console.warn(`${lacking.length} texts to translate, the first: ${lacking[0]}`);
if (problems.length) {
  console.error(problems.join("\n"));
  if (!process.argv.includes("--draft")) process.exit(1);
}
