import { endpoints } from 'virtual:api-facts'
import type { Template } from '@gridloom/contract/templates/template'
import { quoteShell } from '@gridloom/domain/shell/quote-shell'
import { templateWord } from '../../shared/templates/template-words.ts'
import type { CodeAction } from '../../ui/components/as-code.tsx'
import { type ListAddress, toTemplateSearch } from './list/list-address.ts'

const { templates } = endpoints

/** The actions of the list as code. */
export function listCode(address: ListAddress): CodeAction[] {
  const { list, search, tag } = toTemplateSearch(address)
  return [
    {
      name: 'List templates',
      endpoint: templates.list,
      input: { query: { list, search, tag } },
      cli: listLine(address),
    },
    {
      name: 'Create a template',
      endpoint: templates.create,
      input: { body: { template_name: 'Trainer', image_path_with_tag: 'python:3.13' } },
      cli: 'gridloom templates create --name Trainer --image python:3.13',
    },
    {
      name: 'Copy a shared template',
      endpoint: templates.copy,
      input: { body: { template_code: '4k7m2p9qx3ws8z1b' } },
      cli: 'gridloom templates copy 4k7m2p9qx3ws8z1b',
    },
  ]
}

/** The actions of one template as code; `code` opens a shared one. */
export function templateCode(template: Template, code?: string): CodeAction[] {
  const word = quoteShell(code ?? templateWord(template))
  const input = { params: { id: template.id }, query: { code } }
  return [
    {
      name: 'Show the template',
      endpoint: templates.read,
      input,
      cli: `gridloom templates show ${word}`,
    },
    {
      name: 'Copy it to your templates',
      endpoint: templates.copy,
      input: { body: code === undefined ? { id: template.id } : { template_code: code } },
      cli: `gridloom templates copy ${word}`,
    },
    {
      name: 'Export it',
      endpoint: templates.export,
      input: { params: input.params, query: { format: 'compose', code } },
      cli: `gridloom templates export ${word}`,
    },
  ]
}

/** The actions of the editor as code, with the input so far. */
export function editorCode(template: Template | undefined, body: unknown): CodeAction[] {
  if (template === undefined)
    return [
      {
        name: 'Create the template',
        endpoint: templates.create,
        input: { body },
        cli: createLine(body),
      },
    ]
  const word = quoteShell(template.name)
  const input = { params: { id: template.id } }
  return [
    {
      name: 'Save the template',
      endpoint: templates.change,
      input: { ...input, body },
      cli: `gridloom templates edit ${word}`,
    },
    {
      name: 'List its versions',
      endpoint: templates.versions,
      input,
      cli: `gridloom templates versions ${word}`,
    },
    {
      name: 'Restore a version',
      endpoint: templates.restore,
      input: { params: { ...input.params, version: '1' } },
      cli: `gridloom templates restore ${word} 1`,
    },
    {
      name: 'Renew the code that shares it',
      endpoint: templates.renewCode,
      input,
      cli: `gridloom templates share ${word} --renew`,
    },
    {
      name: 'Delete the template',
      endpoint: templates.remove,
      input,
      cli: `gridloom templates delete ${word}`,
    },
  ]
}

function listLine({ list, q, tag }: ListAddress): string {
  return [
    `gridloom templates list --${list}`,
    ...(q === '' ? [] : ['--search', quoteShell(q)]),
    ...(tag === null ? [] : ['--tag', tag]),
  ].join(' ')
}

function createLine(body: unknown): string {
  const { template_name: name = '', image_path_with_tag: image = '' } = asNames(body)
  const options = ['--name', quoteShell(name || 'Trainer'), '--image', quoteShell(image)]
  return ['gridloom templates create', ...options].join(' ')
}

/** Named cast: the body of a template to create has both, if anything. */
function asNames(body: unknown): { template_name?: string; image_path_with_tag?: string } {
  return body as { template_name?: string; image_path_with_tag?: string }
}
