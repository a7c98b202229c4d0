import { describe, expect, it } from 'vitest'
import { BlendWriter, type Form, forms, type Values } from '../../test/blend-writer.ts'
import { blockHeadBytes } from '../file/block-head.ts'
import { readHeader } from '../file/header.ts'
import { parseDna } from './parse-dna.ts'
import { nullTerminatedText, Struct } from './struct.ts'

const shapes = {
  Inner: ['char name[8]', 'short half'],
  Thing: [
    'int whole',
    'float real',
    'double exact',
    'char small',
    'Thing *next',
    'Inner inner',
    'ushort high',
    'bNodeTree *tree',
  ],
}

describe('Struct', () => {
  it.each(Object.entries<Form>(forms))('reads every type by name (%s)', (_name, form) => {
    const thing = struct({ whole: -5, real: 1.5, exact: 2.25, small: -1, high: 65_535 }, form)
    expect(thing.number('whole')).toBe(-5)
    expect(thing.number('real')).toBe(1.5)
    expect(thing.number('exact')).toBe(2.25)
    expect(thing.number('small')).toBe(-1)
    expect(thing.number('high')).toBe(65_535)
  })

  it.each(Object.entries<Form>(forms))('reads nested members and pointers (%s)', (_name, form) => {
    const thing = struct({ 'inner.name': 'wood', 'inner.half': 300, next: 0x7fff }, form)
    expect(thing.text('inner.name')).toBe('wood')
    expect(thing.number('inner.half')).toBe(300)
    expect(thing.pointer('next')).toBe(0x7fffn)
  })

  it('returns undefined for a null pointer', () => {
    expect(struct({ next: 0 }).pointer('next')).toBeUndefined()
  })

  it('does not follow a pointer', () => {
    expect(struct({ next: 1 }).number('next.whole')).toBeUndefined()
    expect(struct({ next: 1 }).number('next')).toBeUndefined()
    expect(struct({ next: 1 }).text('next')).toBeUndefined()
  })

  it.each(['nothing', 'inner.nothing', 'whole.nothing', '', 'constructor', 'inner'])(
    'has no number “%s”',
    (path) => {
      expect(struct({}).number(path)).toBeUndefined()
    },
  )

  it('reads nothing past the end of a short body', () => {
    const { dna, type } = described(forms.before5)
    const short = new Struct(dna, type, new Uint8Array(6))
    expect(short.number('whole')).toBe(0)
    expect(short.number('real')).toBeUndefined()
    expect(short.pointer('next')).toBeUndefined()
    expect(short.doubleAt('exact')).toBeUndefined()
    expect(short.floatAt('exact')).toBeUndefined()
    expect(short.text('inner.name')).toBe('')
  })
})

describe('textOf', () => {
  it('ends at the first zero', () => {
    expect(nullTerminatedText(new Uint8Array([97, 98, 0, 99]))).toBe('ab')
  })

  it('reads everything if there is none', () => {
    expect(nullTerminatedText(new Uint8Array([97, 98]))).toBe('ab')
  })

  it('replaces invalid UTF-8', () => {
    expect(nullTerminatedText(new Uint8Array([0xff, 97]))).toBe('\uFFFDa')
  })
})

function struct(values: Values, form: Form = forms.before5): Struct {
  const { dna, type, header } = described(form)
  const file = new BlendWriter(shapes, form).block('AA', 'Thing', values).unfinished()
  return new Struct(dna, type, file.subarray(header.bytes + blockHeadBytes(form)))
}

function described(form: Form) {
  const header = readHeader(
    new BlendWriter(shapes, form, form === forms.since5 ? 500 : 304).bytes(),
  )
  const dna = parseDna(new BlendWriter(shapes, form).dna(), header)
  const type = dna.byName.get('Thing')
  if (!type) throw new Error('the DNA has no Thing')
  return { dna, type, header }
}
