import { textWidth } from './measure.ts';
import { type ColumnPlan, heading, type Plan, sans, type TextPlan } from './plan.ts';

/** A column's title and what may stand beside it, in the longest forms for which there is room. */
export function titleParts(plan: ColumnPlan, room: number) {
  const title = fitting([plan.title, plan.shortTitle], room, {
    ...sans('', 20, plan.state === 'missing' ? 'muted' : 'strong', 700),
  });
  const asideRoom = room - Math.min(room, textWidth(title.text, title)) - 14;
  const font = sans('', 13, plan.asideTone ?? 'muted', plan.asideTone === null ? 400 : 600);
  const aside = fitting([plan.aside, ...(plan.shortAsides ?? [])], asideRoom, font);
  return { title, aside, asideRoom };
}

/** What must be said of a column and has no room beside its title. */
export function unsaid(plan: ColumnPlan, room: number): readonly Plan[] {
  const { aside, asideRoom } = titleParts(plan, room);
  if (plan.mustSay === undefined || (aside.text !== '' && textWidth(aside.text, aside) <= asideRoom))
    return [];
  return [heading(`note/${plan.id}`, plan.mustSay, '', plan.asideTone ?? 'neutral')];
}

/** The first of several forms of a text that fits, or the last one. */
function fitting(forms: readonly (string | undefined)[], room: number, font: TextPlan): TextPlan {
  const known = forms.filter((text) => text !== undefined);
  const text = known.find((form) => textWidth(form, font) <= room) ?? known.at(-1) ?? '';
  return { ...font, text };
}
