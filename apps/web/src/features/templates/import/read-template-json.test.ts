import { contentOf } from '@gridloom/domain/templates/content-of'
import { expect, it } from 'vitest'
import { anOwnTemplate } from '../../../testing/template-samples.ts'
import { importedFacts } from './imported-facts.ts'
import { readTemplateJson } from './read-template-json.ts'

it('reads an exported template', () => {
  const content = contentOf(anOwnTemplate())
  expect(readTemplateJson(JSON.stringify(content))).toEqual({ content, refused: [] })
})

it('reads a template as the API returns it, without what only the server sets', () => {
  const template = anOwnTemplate()
  expect(readTemplateJson(JSON.stringify(template))).toEqual({
    content: contentOf(template),
    refused: [],
  })
})

it('names what it leaves out, with the reason', () => {
  const read = readTemplateJson('{"template_name":"Lab","ports":[0],"privileged":true}')
  expect(read?.content).toEqual({ template_name: 'Lab' })
  expect(read?.refused).toEqual([
    { part: 'ports', reason: expect.any(String) },
    { part: 'privileged', reason: 'Unknown field' },
  ])
})

it.each(['', '{', '[]', 'null', '"text"', 'FROM debian'])('reads no template from %j', (text) => {
  expect(readTemplateJson(text)).toBeUndefined()
})

it('lists what is taken over in words', () => {
  const facts = importedFacts({
    image_path_with_tag: 'nginx:1',
    ports: [80, 443],
    env: { A: '1' },
    on_start_script: 'a\nb\n',
    template_description: '',
  })
  expect(facts).toEqual([
    { name: 'Image', value: 'nginx:1' },
    { name: 'Start script', value: '2 lines' },
    { name: 'Variables', value: 'A' },
    { name: 'Ports', value: '80, 443' },
  ])
})
