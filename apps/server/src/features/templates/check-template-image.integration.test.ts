import { openAccount } from '@gridloom/testkit/open-account'
import { startRegistry } from '@gridloom/testkit/registry'
import { startServer } from '@gridloom/testkit/server'
import { expect, it } from 'vitest'

const login = { username: 'ada', password: 'the password of ada' }

it('tests an image with the password that a template stores, for its own registry and account alone', async () => {
  await using server = await startServer({ config: { webhookPrivate: 'allow' } })
  await using registry = await startRegistry({ login, tls: 'own' })
  const { image } = await registry.push({ repository: 'team/lab', tag: '1' })
  const [owner, stranger] = [await account(server), await account(server)]
  const fields = { image_path_with_tag: image, docker_repo_username: 'ada' }
  const { id: template_id } = await owner.templates.create({
    body: { ...fields, template_name: 'Lab', docker_repo_password: login.password },
  })
  const body = { ...fields, template_id }
  const checked = await owner.templates.checkImage({ body })
  expect(checked).toMatchObject({ registry: registry.host, signed_in_as: 'ada' })
  await expect(stranger.templates.checkImage({ body })).rejects.toMatchObject({ code: 'not_found' })
  const other = owner.templates.checkImage({ body: { ...body, docker_repo_username: 'grace' } })
  await expect(other).rejects.toMatchObject({
    code: 'invalid_input',
    fields: { docker_repo_password: expect.any(String) },
  })
})

async function account(server: Awaited<ReturnType<typeof startServer>>) {
  return server.client(await openAccount(server, { access: true }))
}
