import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Client } from '@gridloom/client/calls'
import type { RenderJob } from '@gridloom/contract/rendering/job'
import type { RenderScene } from '@gridloom/contract/rendering/scene'
import type { RenderSettings } from '@gridloom/contract/rendering/settings'
import type { NewMachine } from '../add-machine.ts'
import { type Product, startProduct } from '../product.ts'
import type { ProductMachine } from '../product-machine.ts'
import { jobOnce } from './job-once.ts'
import { makeScene, renderBare, type SceneOptions } from './make-scene.ts'
import { type Pictures, picturesInFolder, picturesInZip } from './pictures-of.ts'
import { uploadScene } from './upload-scene.ts'

/** A product whose machines render, with the folder for scenes and pictures of tests. */
export interface RenderProduct {
  product: Product
  folder: string
  /** Makes a scene and uploads it as the renter. */
  scene(options?: Partial<SceneOptions>): Promise<{ file: string; scene: RenderScene }>
  /** Adds another machine; resolves once it is admitted to render. */
  addMachine(options?: Partial<NewMachine>): Promise<ProductMachine>
  /** Starts a job of the renter with the scene's settings, overridden by these. */
  start(scene: RenderScene, settings?: Partial<RenderSettings>): Promise<RenderJob>
  /** The job once it satisfies; by default, once it has ended. */
  once(job: RenderJob, satisfies?: (job: RenderJob) => boolean): Promise<RenderJob>
  /** The pictures that the renter downloads of a job. */
  delivered(job: RenderJob): Promise<Pictures>
  /** One frame as it was rendered. */
  picture(job: RenderJob, frame: number): Promise<Uint8Array>
  /** The pictures that a bare Blender renders of a file. */
  bare(file: string): Promise<Pictures>
  [Symbol.asyncDispose](): Promise<void>
}

export const budgetMicroUsd = 1_000_000
/** Measured on two busy cores. A test that renders takes no longer than {@link renderTestMsMax}. */
const jobMsMax = 150_000
export const renderTestMsMax = 180_000

/** Starts a product whose first machine, the provider's, is admitted to render, and vouched for by the operator. */
export async function startRenderProduct(
  options: Partial<NewMachine> = {},
): Promise<RenderProduct> {
  await using opened = new AsyncDisposableStack()
  const folder = await mkdtemp(path.join(tmpdir(), 'gridloom-scenes-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  const product = opened.use(await startProduct({ driver: 'fake', rendering: {}, ...options }))
  const { renter, people, server } = product
  await admitted(product, product.provider, product.machine)
  await vouchFor(product, product.machine)
  let scenes = 0
  const open = opened.move()
  return {
    product,
    folder,
    async scene(sceneOptions = {}) {
      scenes += 1
      const file = await makeScene(folder, sceneOptions, `scene-${scenes}.blend`)
      const uploader = { url: server.url, token: people.renter.token, client: renter }
      return { file, scene: await uploadScene(uploader, file) }
    },
    async addMachine(machineOptions = {}) {
      const machine = await product.addMachine(machineOptions)
      await admitted(product, machineOptions.owner ?? product.provider, machine)
      return machine
    },
    async start(scene, settings = {}) {
      const draft = await renter.rendering.create({ body: { scene_id: scene.id } })
      const params = { id: draft.taskId }
      const body = { settings: { ...draft.settings, ...settings } }
      await renter.rendering.change({ params, body })
      return renter.rendering.start({ params, body: { budget_micro_usd: budgetMicroUsd } })
    },
    once: ({ taskId }, satisfies = ({ state }) => state === 'completed') =>
      jobOnce(renter, taskId, { satisfies, withinMs: jobMsMax }),
    delivered: ({ taskId }) => downloaded(server.url, renter, taskId),
    async picture({ taskId }, frame) {
      const place = `/api/render/jobs/${taskId}/frames/${frame}/picture`
      const headers = { authorization: `Bearer ${people.renter.token}` }
      const answer = await fetch(`${server.url}${place}`, { headers })
      if (!answer.ok) throw new Error(`the picture was refused: ${answer.status}`)
      return new Uint8Array(await answer.arrayBuffer())
    },
    async bare(file) {
      const pictures = await mkdtemp(path.join(folder, 'bare-'))
      await renderBare(file, pictures)
      return picturesInFolder(pictures)
    },
    [Symbol.asyncDispose]: () => open[Symbol.asyncDispose](),
  }
}

async function admitted(product: Product, owner: Client, { id }: ProductMachine): Promise<void> {
  await product.until({
    read: () => owner.rendering.readMachine({ params: { id } }),
    satisfies: ({ admission }) => admission === 'admitted',
    withinMs: jobMsMax,
  })
}

/** Has the operator vouch for a machine. */
export async function vouchFor(
  { operator }: Pick<Product, 'operator'>,
  { id }: Pick<ProductMachine, 'id'>,
): Promise<void> {
  await operator.rendering.vouch({ params: { id }, body: { vouched: true } })
}

/** Downloads all frames of a job as a zip, as a user does. */
export async function downloaded(
  serverUrl: string,
  client: Client,
  id: RenderJob['taskId'],
): Promise<Pictures> {
  const { url } = await client.rendering.makeDownload({ params: { id }, body: { kind: 'zip' } })
  const answer = await fetch(new URL(url, serverUrl))
  if (!answer.ok) throw new Error(`the download was refused: ${answer.status}`)
  return picturesInZip(new Uint8Array(await answer.arrayBuffer()))
}
