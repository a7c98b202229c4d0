import { describe, expect, it } from 'vitest'
import { BlendWriter, bytesOf, type Form, forms, joined } from '../../test/blend-writer.ts'
import { parseDna, parseMemberName } from './parse-dna.ts'

const shapes = {
  Inner: ['short a', 'char text[6]'],
  Outer: ['Outer *next', 'Inner many[3]', 'void (*call)()', 'float last'],
}

describe('parseDna', () => {
  it.each(Object.entries<Form>(forms))('computes the offset of each member (%s)', (_name, form) => {
    const { byName } = parse(form)
    const outer = byName.get('Outer')
    const { pointerBytes } = form
    expect(outer?.bytes).toBe(2 * pointerBytes + 24 + 4)
    expect(outer?.fields.get('next')).toMatchObject({ offset: 0, isPointer: true })
    expect(outer?.fields.get('many')).toEqual({
      name: 'many',
      type: 'Inner',
      offset: pointerBytes,
      bytes: 24,
      count: 3,
      isPointer: false,
    })
    expect(outer?.fields.get('last')?.offset).toBe(2 * pointerBytes + 24)
  })

  it('keeps the order of the struct indexes', () => {
    expect(parse(forms.before5).structs.map(({ name }) => name)).toEqual(['Link', 'Inner', 'Outer'])
  })

  it.each([0, 1, 4, 8, 20, 40, 60])(
    'throws damaged for a DNA that ends after %i bytes',
    (length) => {
      const dna = new BlendWriter(shapes).dna().subarray(0, length)
      expect(() => parseDna(dna, header(forms.before5))).toThrow(
        expect.objectContaining({ code: 'damaged' }),
      )
    },
  )

  it('throws damaged for an impossible count', () => {
    const endless = joined([bytesOf('SDNANAME'), new Uint8Array([255, 255, 255, 255])])
    expect(() => parseDna(endless, header(forms.before5))).toThrow(
      expect.objectContaining({ code: 'damaged' }),
    )
  })
})

describe('parseMemberName', () => {
  it.each([
    ['*next', { name: 'next', isPointer: true, count: 1 }],
    ['**mat', { name: 'mat', isPointer: true, count: 1 }],
    ['name[66]', { name: 'name', isPointer: false, count: 66 }],
    ['mat[4][4]', { name: 'mat', isPointer: false, count: 16 }],
    ['*mtex[18]', { name: 'mtex', isPointer: true, count: 18 }],
    ['(*free_edit)()', { name: 'free_edit', isPointer: true, count: 1 }],
    ['sfra', { name: 'sfra', isPointer: false, count: 1 }],
    ['', { name: '', isPointer: false, count: 1 }],
  ])('%s', (declared, parts) => {
    expect(parseMemberName(declared)).toEqual(parts)
  })
})

function parse(form: Form) {
  return parseDna(new BlendWriter(shapes, form).dna(), header(form))
}

function header(form: Form) {
  return { ...form, bytes: 12, version: 304 }
}
