import { TemplateContent } from '@gridloom/contract/templates/template'

/** Fields of a template that is not created yet. */
export type TemplateStart = Readonly<Partial<TemplateContent>>

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Fields of a new template, from another page; see {@link readTemplateFields}. */
    newTemplate?: object
  }
}

/** A field that a text or another page names, and that a template cannot have. */
export interface WrongField {
  readonly name: string
  readonly reason: string
}

/** Reads fields of a template one by one. A history outlives the app's versions, and a file can contain anything. */
export function readTemplateFields(given: object): {
  fields: TemplateStart
  wrong: readonly WrongField[]
} {
  const read = Object.entries(given).map(([name, value]) => readField(name, value))
  return {
    fields: asFields(read.flatMap((one) => (one.ok ? [[one.name, one.value]] : []))),
    wrong: read.flatMap((one) => (one.ok ? [] : [{ name: one.name, reason: one.reason }])),
  }
}

type ReadField =
  | { readonly ok: true; readonly name: string; readonly value: unknown }
  | { readonly ok: false; readonly name: string; readonly reason: string }

function readField(name: string, value: unknown): ReadField {
  const shape = isField(name) ? TemplateContent.shape[name] : undefined
  if (shape === undefined) return { ok: false, name, reason: 'Unknown field' }
  const parsed = shape.safeParse(value)
  if (parsed.success) return { ok: true, name, value: parsed.data }
  return { ok: false, name, reason: parsed.error.issues[0]?.message ?? 'Invalid value' }
}

function isField(name: string): name is keyof typeof TemplateContent.shape {
  return Object.hasOwn(TemplateContent.shape, name)
}

/** Named cast: each value was parsed by the schema of its field. */
function asFields(entries: readonly (readonly unknown[])[]): TemplateStart {
  return Object.fromEntries(entries) as TemplateStart
}
