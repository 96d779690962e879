// The rulebook: contents, search, sections with boards, glossary. Each section and each term has an address.
import { useEffect, useState } from "preact/hooks";
import { useRulebook } from "../model/rulebook.ts";
import type { Rulebook } from "../net/schema.gen.ts";
import { t } from "../words/words.ts";
import { Button } from "./parts.tsx";
import { RuleText, SectionBody } from "./rule.tsx";
import { Shell } from "./shell.tsx";

export function RulebookScreen({ at }: { at: string }) {
  const { value: book, failed, again } = useRulebook();
  const [search, setSearch] = useState("");
  const wanted = search.trim().toLocaleLowerCase();
  useEffect(() => setSearch(""), [at]); // a link to a section shows it, whatever was searched for
  useEffect(() => {
    if (book && at && !search) document.getElementById(at)?.scrollIntoView();
  }, [book, at, !search]);
  return (
    <Shell>
      <div class="paper sheet wide rulebook">
        <h1>{book?.title ?? t("learn.rules")}</h1>
        {failed && (
          <p role="alert">
            {t("error.offline")} <Button onClick={again}>{t("error.again")}</Button>
          </p>
        )}
        {!book && !failed && <p role="status">{t("app.loading")}</p>}
        {book && (
          <>
            <input
              class="field"
              type="search"
              aria-label={t("learn.search")}
              placeholder={t("learn.search")}
              value={search}
              onInput={(event) => setSearch(event.currentTarget.value)}
            />
            <Pages book={book} wanted={wanted} />
          </>
        )}
      </div>
    </Shell>
  );
}

function Pages({ book, wanted }: { book: Rulebook; wanted: string }) {
  const has = (...texts: string[]): boolean => texts.some((text) => text.toLocaleLowerCase().includes(wanted));
  const sections = book.sections.filter((section) =>
    has(section.title, ...section.text, ...section.pictures.map((picture) => picture.caption)),
  );
  const terms = book.glossary.filter((term) => has(term.name, term.text));
  return (
    <>
      {!wanted && (
        <nav class="contents" aria-label={t("learn.contents")}>
          {book.sections.map((section) => (
            <a key={section.id} href={`#/rules/${section.id}`}>
              {section.title}
            </a>
          ))}
          <a href="#/rules/glossary">{book.glossary_title}</a>
        </nav>
      )}
      {sections.length + terms.length === 0 && <p role="status">{t("learn.nothing")}</p>}
      {sections.map((section) => (
        <section key={section.id} id={section.id} class="rule">
          <h2>
            <a href={`#/rules/${section.id}`}>
              <RuleText text={section.title} wanted={wanted} />
            </a>
          </h2>
          <SectionBody section={section} wanted={wanted} />
        </section>
      ))}
      {terms.length > 0 && (
        <section id="glossary" class="rule">
          <h2>
            <a href="#/rules/glossary">{book.glossary_title}</a>
          </h2>
          <dl class="glossary">
            {terms.map((term) => (
              <div key={term.id} id={`term-${term.id}`}>
                <dt>
                  <RuleText text={term.name} wanted={wanted} />
                </dt>
                <dd>
                  <RuleText text={term.text} wanted={wanted} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </>
  );
}
