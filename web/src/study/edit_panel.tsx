// The editor's panel: how many play, by which rule set, with which powers, who is to move, and what the cards keep.
import { type Moment, type Rules, RulesError } from "../core/rules.ts";
import { emptyBoard } from "../model/board.ts";
import { directions, type Square } from "../model/square.ts";
import { type Powers, type RuleSet, ruleSetValues } from "../net/schema.gen.ts";
import { Choice, Toggle } from "../views/parts.tsx";
import { PowerButton } from "../views/picker.tsx";
import { capital, powerName, t, word } from "../words/words.ts";
import * as edit from "./edit.ts";

interface PanelProps {
  rules: Rules;
  deck: Powers;
  draft: edit.Draft;
  keptBy: (power: string) => edit.Kept;
  onChange: (draft: edit.Draft) => void;
}

/** A small position with this card, to ask the core what the card can keep, so that no card is known here by name. Null
 * if the core refuses it. The second seat's worker on c3 stands beside a block. */
function tried(
  rules: Rules,
  power: string,
  ruleSet: RuleSet,
  toMove: number,
  change: Partial<edit.Card>,
): Moment | null {
  const worker = (square: Square, side: number) => ({ square, side, woman: false });
  try {
    const text = rules.join({
      rules: ruleSet,
      to_move: toMove,
      extra: 0,
      settings: [],
      towers: { ...emptyBoard.towers, c4: { level: 1, dome: false } },
      workers: [worker("a1", 0), worker("b1", 0), worker("c3", 1), worker("e1", 1)],
      cards: [{ ...edit.freshCard(power, ruleSet), ...change }, edit.freshCard(edit.plain, ruleSet)],
      fleece: null,
    });
    return rules.look(text);
  } catch (error) {
    if (error instanceof RulesError) return null; // not part of the rule set, or the card needs more than these parts
    throw error;
  }
}
/** Does it matter for the others' turns that the seat has climbed? */
const caresForClimbing = (rules: Rules, power: string, ruleSet: RuleSet): boolean => {
  const [still, climbed] = [false, true].map((climbed) => tried(rules, power, ruleSet, 2, { climbed }));
  return still?.steps.length !== climbed?.steps.length;
};
/** Can the seat hold another's power? */
const canSteal = (rules: Rules, power: string, ruleSet: RuleSet): boolean =>
  tried(rules, power, ruleSet, 1, { stolen: true }) !== null;

export function EditPanel({ rules, deck, draft, keptBy, onChange }: PanelProps) {
  const count = draft.cards.length;
  const ids = deck.powers
    .filter((power) => power.rules.includes(draft.rules) && power.id !== edit.plain && power.players.includes(count))
    .map((power) => power.id);
  const shared = deck.powers
    .filter(
      (power) => power.rules.includes(draft.rules) && (draft.rules === "revised" ? power.fleece_revised : power.fleece),
    )
    .map((power) => power.id);
  return (
    <>
      <Choice
        legend={t("edit.to-move")}
        name="edit-to-move"
        value={String(draft.to_move)}
        onChange={(seat) => onChange({ ...draft, to_move: Number(seat), extra: 0 })}
        options={draft.cards.map((_, i) => ({ value: String(i + 1), label: t("player.seat", { seat: i + 1 }) }))}
      />
      {draft.cards.map((card, seat) => (
        <fieldset key={seat} class="edit-seat">
          <legend>
            <i class={`pip pip${count === 4 ? seat % 2 : seat}`} aria-hidden="true" />
            {t("player.seat", { seat: seat + 1 })}
          </legend>
          {!draft.fleece && (
            <PowerButton
              label={t("puzzles.power")}
              value={card.power}
              ids={ids}
              rules={draft.rules}
              none={powerName(edit.plain)}
              onChange={(power) => onChange(edit.withPower(draft, seat, power ?? edit.plain))}
            />
          )}
          <CardState
            {...{ rules, deck, draft, card }}
            kept={keptBy(card.power)}
            onChange={(change) => onChange(edit.withCard(draft, seat, change))}
          />
        </fieldset>
      ))}
      <Choice
        legend={t("new.players")}
        name="edit-players"
        value={String(count)}
        onChange={(players) => onChange(edit.withPlayers(draft, Number(players)))}
        options={["2", "3", "4"].map((value) => ({ value, label: value }))}
      />
      <Choice
        legend={t("new.rules")}
        name="edit-rules"
        value={draft.rules}
        onChange={(next) => onChange(edit.withRules(draft, next))}
        options={ruleSetValues.map((value) => ({
          value,
          label: word(`rules.${value}.name`),
          hint: word(`rules.${value}.text`),
        }))}
      />
      <Toggle
        label={t("new.fleece")}
        on={draft.fleece !== null}
        onChange={(on) => onChange(edit.withFleece(draft, on ? shared[0]! : null))}
      />
      {draft.fleece && (
        <PowerButton
          label={t("new.fleece-power")}
          value={draft.fleece.power}
          ids={shared}
          rules={draft.rules}
          none={powerName(edit.plain)}
          onChange={(power) => onChange(edit.withFleece(draft, power))}
        />
      )}
    </>
  );
}

interface StateProps {
  rules: Rules;
  deck: Powers;
  draft: edit.Draft;
  card: edit.Card;
  kept: edit.Kept;
  onChange: (change: Partial<edit.Card>) => void;
}

/** What the card keeps from turn to turn. */
function CardState({ rules, deck, draft, card, kept, onChange }: StateProps) {
  const isHero = deck.powers.find((one) => one.id === card.power)?.category === "hero";
  const simple = deck.powers.filter((one) => one.category === "simple").map((one) => one.id);
  return (
    <>
      {isHero && (
        <Toggle label={capital(word("board.spent"))} on={card.spent} onChange={(spent) => onChange({ spent })} />
      )}
      {caresForClimbing(rules, card.power, draft.rules) && (
        <Toggle
          label={capital(word("board.climbed"))}
          on={card.climbed}
          onChange={(climbed) => onChange({ climbed })}
        />
      )}
      {canSteal(rules, card.power, draft.rules) && (
        <Toggle label={capital(word("board.stolen"))} on={card.stolen} onChange={(stolen) => onChange({ stolen })} />
      )}
      {kept.number && (
        <label class="labelled">
          {t(`edit.${kept.number}`)}
          <input
            class="field"
            type="number"
            min={0}
            max={9}
            value={card.number ?? ""}
            onChange={(event) => onChange({ number: event.currentTarget.valueAsNumber || 0 })}
          />
        </label>
      )}
      {kept.aim && (
        <label class="labelled">
          {t(`edit.${kept.aim}`)}
          <select
            class="field"
            value={card.aim ?? ""}
            onChange={(event) => onChange({ aim: directions.find((one) => one === event.currentTarget.value) ?? null })}
          >
            <option value="">{word(`board.aim_${kept.aim}_none`)}</option>
            {directions.map((direction) => (
              <option key={direction} value={direction}>
                {word(`board.direction_${direction}`)}
              </option>
            ))}
          </select>
        </label>
      )}
      {kept.deck && (
        <label class="labelled">
          {t("edit.face")}
          <select
            class="field"
            value={card.face ?? ""}
            onChange={(event) => {
              const face = event.currentTarget.value;
              const discard = card.discard.filter((id) => id !== face);
              onChange({ face, discard, deck: simple.filter((id) => id !== face && !discard.includes(id)) });
            }}
          >
            {!card.face && <option value="">–</option>}
            {simple.map((id) => (
              <option key={id} value={id}>
                {powerName(id)}
              </option>
            ))}
          </select>
        </label>
      )}
    </>
  );
}
