import type { Template } from '@gridloom/contract/templates/template'
import { plural } from '../../ui/format/numbers.ts'

/** From so many starts on, a template shows how many of them succeeded. */
export const ratedStarts = 5

/** Describes how often a template was used: `1.2k uses`. */
export function usesText({ uses }: Pick<Template, 'uses'>): string {
  return uses === 0 ? 'Not used yet' : plural(uses, 'use')
}

/** Describes how reliable a template is, never rounded up: `97 % of starts succeeded`; `undefined` while it is new. */
export function startsText({ starts }: Pick<Template, 'starts'>): string | undefined {
  const { succeeded, failed } = starts
  const total = succeeded + failed
  if (total < ratedStarts) return undefined
  return `${Math.floor((succeeded / total) * 100)} % of starts succeeded`
}

/** Returns what names a template in commands: its name among one's own and predefined ones, else its id. */
export function templateWord({ access, name, id }: Pick<Template, 'access' | 'name' | 'id'>) {
  return access === 'own' || access === 'predefined' ? name : id
}
