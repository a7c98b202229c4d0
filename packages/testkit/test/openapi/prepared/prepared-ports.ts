import type { Client } from '@gridloom/client/calls'
import type { Product } from '../../../src/product.ts'
import type { PreparedCalls } from './prepared-call.ts'

const publicKey = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIPuHnHgmHl1DAvdxdJ6rLTlB5PDCzJhjavbG6Riu46Ko'

/** Addresses exist for the ports of instances alone, with names that nobody can guess. */
export const preparedPorts: PreparedCalls = {
  'ports.signIn': async ({ product, person }) => {
    const { token, client } = await person()
    const { host } = await anAddress(product, client)
    return { token, body: { address: host.split('.')[0], state: '0'.repeat(64) } }
  },
  'ports.tlsAsk': async ({ product }) => ({
    query: { domain: (await anAddress(product, product.renter)).host },
  }),
  'ssh.certificate': async ({ product, person }) => {
    const { token, client } = await person()
    await anAddress(product, client)
    return { token, body: { public_key: publicKey, valid_s: 300 } }
  },
  'ports.revokeLink': async ({ product, person }) => {
    const { token, client } = await person()
    const { id } = await anAddress(product, client)
    const params = { id, port: 8888 }
    const { link } = await client.ports.createLink({ params, body: { expires_in_s: 600 } })
    return { token, params: { id, port: '8888', link_id: link.id } }
  },
}

/** A port of a new instance. */
async function anAddress(product: Product, client: Client) {
  const machine = await product.addMachine()
  const { id: offer_id } = await product.offerOf(machine)
  const template = { image_path_with_tag: 'gridloom/base:latest', ports: [8888] }
  const { instance } = await client.instances.order({ body: { offer_id, disk_gb: 1, template } })
  const [address] = await client.ports.list({ params: { id: instance.id } })
  return { id: instance.id, host: new URL(address?.url ?? '').hostname }
}
