import type { Client } from '@gridloom/client/calls'
import type { PreparedCalls } from './prepared-call.ts'

const picture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAYAAABzenr0AAAAGklEQVR4nO3BAQEAAACCIP+vbkhAAQAAAO8GECAAARlDNO4AAAAASUVORK5CYII='

let made = 0

/** Pictures and the end of an app are of those that the operator added. A launch takes a slot that orders need too. */
export const preparedApps: PreparedCalls = {
  'apps.picture': async ({ product }) => {
    const { picture: url } = await withPicture(product.operator)
    return { params: { hash: url?.split('/').at(-1) ?? '' } }
  },
  'apps.changePicture': async ({ product, operatorToken }) => {
    const { slug } = await withPicture(product.operator)
    const token = await operatorToken()
    return { token, params: { slug, place: '0' }, body: { image: picture } }
  },
  'apps.launch': async ({ product, person }) => {
    const [{ token }, machine] = await Promise.all([person(), product.addMachine()])
    const body = { offer_id: (await product.offerOf(machine)).id }
    return { token, params: { slug: 'web-page' }, body }
  },
  'apps.remove': async ({ product, operatorToken }) => {
    const slug = await anApp(product.operator)
    return { token: await operatorToken(), params: { slug } }
  },
}

async function anApp(client: Client): Promise<string> {
  made += 1
  const container = { image_path_with_tag: 'debian:12' }
  const definition = { name: 'Tool', summary: 'A tool.', category: 'web' as const, container }
  const body = { slug: `tool-${made}`, definition }
  return (await client.apps.create({ body })).slug
}

async function withPicture(client: Client) {
  const slug = await anApp(client)
  return client.apps.changePicture({ params: { slug, place: 0 }, body: { image: picture } })
}
