import { AppField } from '@gridloom/contract/apps/app-field'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fillFields } from './fill-fields.ts'

describe('the fields of an app', () => {
  it('take given values first, then defaults, and generate secrets', () => {
    const fields = [
      aField({ name: 'MODEL', kind: 'model', default: 'llama3.2:3b' }),
      aField({ name: 'TITLE' }),
      aField({ name: 'PASSWORD', kind: 'generate' }),
    ]
    expect(fill(fields, { TITLE: ' Mine ' })).toEqual({
      env: { MODEL: 'llama3.2:3b', TITLE: 'Mine', PASSWORD: 'generated' },
      problems: {},
    })
  })

  it('keep a typed password to the letter, also one that replaces a generated one', () => {
    const fields = [
      aField({ name: 'KEY', kind: 'secret' }),
      aField({ name: 'PASSWORD', kind: 'generate' }),
    ]
    expect(fill(fields, { KEY: ' a b ', PASSWORD: 'mine' }).env).toEqual({
      KEY: ' a b ',
      PASSWORD: 'mine',
    })
  })

  it('set no variable for an optional field that stays empty', () => {
    expect(fill([aField({ name: 'TOKEN', required: false })], { TOKEN: '  ' })).toEqual({
      env: {},
      problems: {},
    })
  })

  it.each([
    [{}, '', 'Field is required'],
    [{}, 'a\nb', 'Use one line of text'],
    [{ kind: 'number' }, '1.5', 'Use a whole number'],
    [{ kind: 'number' }, '1e3', 'Use a whole number'],
    [{ kind: 'number', min: 2 }, '1', 'Use at least 2'],
    [{ kind: 'number', max: 2 }, '3', 'Use at most 2'],
    [{ kind: 'select', options: [{ value: 'a', label: 'A' }] }, 'b', 'Choose one of the options'],
    [{ kind: 'model' }, '../x', 'Use the name of a model, such as llama3.2:3b'],
    [{ check: 'url' }, 'javascript:alert(1)', 'Use a URL such as https://example.com/file'],
    [{ check: 'email' }, 'nobody', 'Use an email address'],
    [{ check: 'identifier' }, '-x', 'Use letters, digits, dots, dashes and underscores'],
  ] satisfies [Partial<AppField>, string, string][])(
    'refuse %j with %j',
    (changed, value, problem) => {
      const { env, problems } = fill([aField(changed)], { FIELD: value })
      expect(problems).toEqual({ FIELD: problem })
      expect(env).toEqual({})
    },
  )

  it('refuse a value for a field that the app does not have, whatever its name', () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        fc.pre(name !== 'FIELD')
        const given = Object.fromEntries([[name, 'x']])
        const { env, problems } = fill([aField({ default: 'y' })], given)
        expect(Object.keys(problems)).toEqual(Object.keys(given))
        expect(env).toEqual({ FIELD: 'y' })
      }),
    )
  })
})

function fill(fields: AppField[], given: Record<string, string>) {
  return fillFields({ fields, given, secret: () => 'generated' })
}

function aField(changed: Partial<AppField>): AppField {
  return AppField.parse({ name: 'FIELD', label: 'Field', kind: 'text', ...changed })
}
