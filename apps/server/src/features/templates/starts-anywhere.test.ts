import { TemplateId } from '@gridloom/contract/core/ids'
import { expect, it } from 'vitest'
import { builtInTemplates } from './built-in.ts'
import { startsAnywhere } from './starts-anywhere.ts'

const [shell] = builtInTemplates
const base = { image_path_with_tag: 'gridloom/base:latest', env: {} }

it('counts predefined templates with the image of the agents alone', () => {
  if (shell === undefined) throw new RangeError('there is a predefined template')
  const source = { id: shell.id }
  expect(startsAnywhere({ ...base, source })).toBe(true)
  expect(startsAnywhere({ ...base, source: null })).toBe(false)
  expect(startsAnywhere(base)).toBe(false)
  const own = TemplateId.parse('tpl_01jd3v8q6f7g8h9jkmnpqrstvw')
  expect(startsAnywhere({ ...base, source: { id: own } })).toBe(false)
  expect(startsAnywhere({ ...base, source, image_path_with_tag: 'debian:12' })).toBe(false)
  expect(startsAnywhere({ ...base, source, env: { LD_PRELOAD: '/x.so' } })).toBe(false)
})
