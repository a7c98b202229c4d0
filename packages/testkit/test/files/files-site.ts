import type { Client } from '@gridloom/client/calls'
import type { InstanceId } from '@gridloom/contract/core/ids'
import { type Product, type ProductOptions, startProduct } from '../../src/product.ts'
import { execute } from '../using-instances.ts'

/** A product with one running instance, whose files are worked on. */
export interface FilesSite extends AsyncDisposable {
  product: Product
  client: Client
  id: InstanceId
  params: { id: InstanceId }
  /** Runs a script in the instance. @throws where it fails */
  sh(script: string): Promise<string>
}

/** Starts one; `volumeAt`: the path of a volume of its own. */
export async function startFilesSite({
  volumeAt,
  ...options
}: Partial<ProductOptions> & { volumeAt?: string } = {}): Promise<FilesSite> {
  const product = await startProduct({ driver: 'docker', toolbox: 'own', ...options })
  // An instance that is created before its machine has the toolbox has none.
  await product.until({
    read: async () => product.machine.logged.some(({ event }) => event === 'toolbox.updated'),
    satisfies: (hasToolbox) => hasToolbox,
  })
  const volumes = volumeAt === undefined ? [] : [await volume(product, volumeAt)]
  const { id } = await product.order({ label: 'box', disk_gb: 4, volumes })
  await product.untilInstance(id, ({ state }) => state === 'running')
  return {
    product,
    client: product.renter,
    id,
    params: { id },
    async sh(script) {
      const ended = await execute(product.renter, id, ['sh', '-ec', script])
      if (ended.exitCode !== 0) throw new Error(`${script}: ${ended.stderr}`)
      return ended.stdout
    },
    [Symbol.asyncDispose]: () => product[Symbol.asyncDispose](),
  }
}

async function volume({ renter, until, offerOf }: Product, path: string) {
  const { id: offer_id } = await offerOf()
  const { id } = await renter.volumes.create({ body: { name: 'kept', offer_id, size_gb: 1 } })
  await until({
    read: () => renter.volumes.read({ params: { id } }),
    satisfies: ({ state }) => state === 'ready',
  })
  return { volume_id: id, path, mode: 'read_write' as const }
}

/** The body of a download. */
export async function bytesOf(answer: Promise<Response>): Promise<Buffer> {
  return Buffer.from(await (await answer).arrayBuffer())
}
