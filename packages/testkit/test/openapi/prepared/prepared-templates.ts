import type { Client } from '@gridloom/client/calls'
import type { PreparedCalls } from './prepared-call.ts'

const picture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAYAAABzenr0AAAAGklEQVR4nO3BAQEAAACCIP+vbkhAAQAAAO8GECAAARlDNO4AAAAASUVORK5CYII='

/** Templates are there for their account, and for whoever has their code. */
export const preparedTemplates: PreparedCalls = {
  'templates.readByCode': async ({ person }) => {
    const { token, client } = await person()
    return { token, params: { code: (await aTemplate(client)).template_code ?? '' } }
  },
  'templates.restore': async ({ person }) => {
    const { token, client } = await person()
    return { token, params: { id: (await aTemplate(client)).id, version: '1' } }
  },
  'templates.image': async ({ person }) => {
    const { client } = await person()
    const params = { id: (await aTemplate(client)).id }
    const { template_image } = await client.templates.changeImage({
      params,
      body: { image: picture },
    })
    return { params: { hash: template_image?.split('/').at(-1) ?? '' } }
  },
}

function aTemplate(client: Client) {
  const body = { template_name: 'Lab', image_path_with_tag: 'debian:12' }
  return client.templates.create({ body })
}
