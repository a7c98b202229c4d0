import { openAccount } from '@gridloom/testkit/open-account'
import { startServer } from '@gridloom/testkit/server'
import { expect, it } from 'vitest'

it('lists the built-in templates for a signed-in user, and returns each by its id', async () => {
  await using server = await startServer()
  const client = server.client(await openAccount(server, { access: false }))
  const templates = await client.templates.list()
  expect(templates.map(({ name }) => name)).toEqual(['Shell', 'Web server', 'Debian 12', 'Ray'])
  for (const template of templates)
    expect(await client.templates.read({ params: { id: template.id } })).toEqual(template)
})

it('rejects an unknown template, and a caller who is not signed in', async () => {
  await using server = await startServer()
  const client = server.client(await openAccount(server, { access: false }))
  const id = 'tpl_7zzzzzzzzzzzzzzzzzzzzzzzzz'
  await expect(client.templates.read({ params: { id } })).rejects.toMatchObject({
    code: 'not_found',
  })
  await expect(server.client().templates.list()).rejects.toMatchObject({ code: 'unauthorized' })
})
