import type { AppField, AppFieldCheck } from '@gridloom/contract/apps/app-field'

/** The environment that the fields of an app make, or what is wrong with which field. */
export interface FilledFields {
  env: Readonly<Record<string, string>>
  /** By the names of fields. */
  problems: Readonly<Record<string, string>>
}

interface GivenValues {
  fields: readonly AppField[]
  given: Readonly<Record<string, string>>
  /** Makes the value of a `generate` field. */
  secret: () => string
}

/**
 * Fills the fields of an app from given values, their defaults and generated secrets. An optional field that stays empty
 * sets no variable.
 */
export function fillFields({ fields, given, secret }: GivenValues): FilledFields {
  const env: Record<string, string> = {}
  const known = new Set(fields.map(({ name }) => name))
  // Own properties, whatever their names: assigning to `__proto__` would set none.
  const problems: Record<string, string> = Object.fromEntries(
    Object.keys(given)
      .filter((name) => !known.has(name))
      .map((name) => [name, 'The app has no such field']),
  )
  for (const field of fields) {
    const value = typedValue(field, given)
    // A generated secret needs no check: it may begin with what a typed one must not.
    const isGenerated = value === '' && field.kind === 'generate'
    const problem = isGenerated ? undefined : problemOfValue(field, value)
    if (problem !== undefined) problems[field.name] = problem
    else if (value !== '' || isGenerated) env[field.name] = isGenerated ? secret() : value
  }
  return { env, problems }
}

/** Spaces around a typed password may be part of it. */
function typedValue(field: AppField, given: GivenValues['given']): string {
  const { name, kind } = field
  const value = (Object.hasOwn(given, name) ? given[name] : undefined) ?? field.default
  return kind === 'secret' || kind === 'generate' ? value : value.trim()
}

/** Returns what is wrong with the value of a field; `undefined`: nothing. */
export function problemOfValue(field: AppField, value: string): string | undefined {
  const { label, kind, required } = field
  if (value === '') return required && kind !== 'generate' ? `${label} is required` : undefined
  if (hasControls(value)) return 'Use one line of text'
  if (kind === 'number') return problemOfNumber(field, value)
  if (kind === 'select')
    return field.options.some((option) => option.value === value)
      ? undefined
      : 'Choose one of the options'
  if (kind === 'model')
    return modelName.test(value) ? undefined : 'Use the name of a model, such as llama3.2:3b'
  return checks[field.check](value)
}

function problemOfNumber({ min, max }: AppField, value: string): string | undefined {
  if (!/^-?[0-9]{1,15}$/.test(value)) return 'Use a whole number'
  const number = Number(value)
  if (min !== null && number < min) return `Use at least ${min}`
  return max !== null && number > max ? `Use at most ${max}` : undefined
}

const modelName = /^[A-Za-z0-9][A-Za-z0-9._/:-]{0,199}$/

const checks: Record<AppFieldCheck, (value: string) => string | undefined> = {
  any: () => undefined,
  url: (value) => (isWebUrl(value) ? undefined : 'Use a URL such as https://example.com/file'),
  email: (value) =>
    /^[^@\s]{1,64}@[^@\s]{1,190}$/.test(value) ? undefined : 'Use an email address',
  identifier: (value) =>
    /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}$/.test(value)
      ? undefined
      : 'Use letters, digits, dots, dashes and underscores',
}

function isWebUrl(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol } = new URL(value)
  return protocol === 'https:' || protocol === 'http:'
}

/** Control characters would end a line in the app's own files. */
function hasControls(value: string): boolean {
  return /\p{Cc}/u.test(value)
}
