import { type Model, type ModelSource, NewModel } from '@gridloom/contract/models/model'
import { ModelId } from '@gridloom/contract/models/model-id'
import { z } from 'zod'
import { numberOf, type TypedNumber } from '../../../ui/form/typed.ts'

/** A download source as typed; only the fields of its kind are sent. */
export interface SourceDraft {
  /** Stable key for rendering while other sources are removed. */
  key: number
  kind: ModelSource['kind']
  url: string
  package: string
  version: string
  path: string
  sha256: string
  bytes: TypedNumber
  quantization: string
}

/** A model of the catalogue as typed. */
export interface ModelDraft {
  id: string
  licence: string
  about: string
  context_tokens: TypedNumber
  parameters: TypedNumber
  sources: SourceDraft[]
}

/** Returns the initial form: empty, or filled from a model of the catalogue. */
export function firstModelDraft(model?: Model): ModelDraft {
  return {
    id: model?.id ?? '',
    licence: model?.licence ?? '',
    about: model?.about ?? '',
    context_tokens: model?.context_tokens ?? '',
    parameters: model?.parameters ?? '',
    sources: (model?.sources ?? []).map((source, key) => ({
      ...noSource,
      ...source,
      quantization: source.quantization ?? '',
      key,
    })),
  }
}

const noSource = {
  kind: 'url',
  url: '',
  package: '',
  version: '',
  path: '',
  sha256: '',
  bytes: '',
  quantization: '',
} as const

/** Returns an empty source with a new key. */
export function nextSource(sources: readonly SourceDraft[]): SourceDraft {
  return { ...noSource, key: Math.max(-1, ...sources.map(({ key }) => key)) + 1 }
}

export type ReadModelDraft =
  | { ok: true; id: ModelId; model: NewModel }
  /** By the field's path: `licence`, `sources.0.url`. */
  | { ok: false; problems: Record<string, string> }

/** Converts the form to the contract's shape, or returns the problems by field; `taken` are existing ids. */
export function readModelDraft(draft: ModelDraft, taken: readonly ModelId[]): ReadModelDraft {
  const read = Filled.safeParse({
    id: draft.id.trim(),
    model: {
      licence: draft.licence.trim(),
      about: draft.about.trim(),
      context_tokens: numberOf(draft.context_tokens),
      parameters: draft.parameters === '' ? null : numberOf(draft.parameters),
      sources: draft.sources.map(readSource),
    },
  })
  if (!read.success)
    return { ok: false, problems: Object.fromEntries(read.error.issues.flatMap(problemAt)) }
  if (taken.includes(read.data.id))
    return { ok: false, problems: { id: 'Already in the catalogue' } }
  return { ok: true, ...read.data }
}

const Filled = z.object({ id: ModelId, model: NewModel })

/** Maps an issue of {@link Filled} to its path in the form. */
function problemAt({ path }: { path: readonly PropertyKey[] }): [string, string][] {
  const field = path.at(-1)
  const own = path[0] === 'model' ? path.slice(1) : path
  return isField(field) ? [[own.join('.'), wrong[field]]] : []
}

/**
 * Returns the form's field for a path of the request, which is the same path; `undefined` if there is no such field.
 */
export function fieldOf({ sources }: ModelDraft, path: string): string | undefined {
  const [first = '', index, field, ...more] = path.split('.')
  if (first !== 'sources') return index === undefined && isField(first) ? path : undefined
  const known = sources[Number(index)] !== undefined && more.length === 0 && isField(field)
  return known ? path : undefined
}

function readSource(source: SourceDraft): unknown {
  const { kind, url, package: name, version, path, sha256, bytes, quantization } = source
  const file = {
    sha256: sha256.trim().toLowerCase(),
    bytes: numberOf(bytes),
    quantization: quantization.trim() || null,
  }
  if (kind === 'url') return { kind, url: url.trim(), ...file }
  return { kind, package: name.trim(), version: version.trim(), path: path.trim(), ...file }
}

/** Message of each field for invalid input. */
const wrong = {
  id: 'Enter an ID such as org/name',
  licence: 'Enter a licence such as Apache-2.0',
  about: 'Enter at most 2,000 characters',
  context_tokens: 'Enter a whole number of tokens, from 128',
  parameters: 'Enter a whole number, or leave empty',
  url: 'Enter a URL that begins with https:// or http://',
  package: 'Enter the name of a package on PyPI',
  version: 'Enter a version such as 0.1.2',
  path: 'Enter the path of the file in the package',
  sha256: 'Enter 64 hexadecimal digits',
  bytes: 'Enter a whole number of bytes',
  quantization: 'Enter at most 20 characters, such as Q4_1',
} as const

function isField(part: PropertyKey | undefined): part is keyof typeof wrong {
  return part !== undefined && Object.hasOwn(wrong, part)
}
