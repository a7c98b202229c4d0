import { ModelId } from '@gridloom/contract/models/model-id'
import { describe, expect, it } from 'vitest'
import { aModel, smolId } from '../../../testing/model-samples.ts'
import {
  fieldOf,
  firstModelDraft,
  type ModelDraft,
  nextSource,
  readModelDraft,
  type SourceDraft,
} from './model-draft.ts'

const sha256 = 'ab'.repeat(32)

describe('readModelDraft', () => {
  it('returns the model that the contract accepts, with trimmed input', () => {
    expect(readModelDraft(filled({ id: ' acme/New ', licence: ' MIT ' }), [])).toEqual({
      ok: true,
      id: 'acme/New',
      model: { licence: 'MIT', about: '', context_tokens: 8_192, parameters: null, sources: [] },
    })
  })

  it('returns for each source only the fields of its kind', () => {
    const both = aSource({
      url: 'https://hub.example/a.gguf',
      package: 'p',
      version: '1',
      path: 'a',
    })
    const file = { sha256, bytes: 12, quantization: null }
    expect(sourcesOf(both)).toEqual([{ kind: 'url', url: both.url, ...file }])
    expect(sourcesOf({ ...both, kind: 'pypi', quantization: 'Q4_1' })).toEqual([
      { kind: 'pypi', package: 'p', version: '1', path: 'a', ...file, quantization: 'Q4_1' },
    ])
  })

  it('returns a problem for each invalid field, with the position of its source', () => {
    const good = aSource({ url: 'https://hub.example/a.gguf' })
    const bad = aSource({ url: 'ftp://hub.example', sha256: 'abc', bytes: '' })
    const empty = { ...firstModelDraft(), parameters: '1.5', sources: [good, bad] }
    expect(problemsOf(empty)).toEqual([
      'context_tokens',
      'id',
      'licence',
      'parameters',
      'sources.1.bytes',
      'sources.1.sha256',
      'sources.1.url',
    ])
    expect(problemsOf(filled({ sources: [aSource({ kind: 'pypi' })] }))).toEqual([
      'sources.0.package',
      'sources.0.path',
      'sources.0.version',
    ])
  })

  it('rejects the id of an existing model', () => {
    expect(readModelDraft(filled({ id: smolId }), [ModelId.parse(smolId)])).toEqual({
      ok: false,
      problems: { id: 'Already in the catalogue' },
    })
  })
})

describe('firstModelDraft', () => {
  it('starts an edit with all values of the catalogue, and loses none', () => {
    const sources = [
      { kind: 'url', url: 'https://hub.example/a.gguf', sha256, bytes: 12, quantization: null },
      {
        kind: 'pypi',
        package: 'p',
        version: '1',
        path: 'a',
        sha256,
        bytes: 12,
        quantization: 'Q4',
      },
    ]
    const model = aModel({ sources })
    const { licence, about, parameters, context_tokens } = model
    expect(readModelDraft(firstModelDraft(model), [])).toEqual({
      ok: true,
      id: model.id,
      model: { licence, about, parameters, context_tokens, sources },
    })
  })

  it('gives each source a key of its own, whichever were removed', () => {
    const two = [nextSource([]), nextSource([nextSource([])])]
    expect([...two, nextSource(two.slice(1))].map(({ key }) => key)).toEqual([0, 1, 2])
  })
})

describe('fieldOf', () => {
  it('returns the fields of the form and of its sources, and no others', () => {
    const draft = filled({ sources: [aSource({})] })
    const known = ['licence', 'sources.0.url']
    const unknown = ['sources.1.url', 'sources.0.name', 'sources.0.url.0', 'licence.0', 'name']
    expect([...known, ...unknown].filter((path) => fieldOf(draft, path) === path)).toEqual(known)
  })
})

function filled(parts: Partial<ModelDraft>): ModelDraft {
  return { ...firstModelDraft(), id: 'acme/New', licence: 'MIT', context_tokens: '8192', ...parts }
}

function aSource(parts: Partial<SourceDraft>): SourceDraft {
  return { ...nextSource([]), sha256, bytes: '12', ...parts }
}

function sourcesOf(source: SourceDraft) {
  const read = readModelDraft(filled({ sources: [source] }), [])
  return read.ok ? read.model.sources : read.problems
}

function problemsOf(draft: ModelDraft): string[] {
  const read = readModelDraft(draft, [])
  return read.ok ? [] : Object.keys(read.problems).sort()
}
