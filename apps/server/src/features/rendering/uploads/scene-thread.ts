import { parentPort, workerData } from 'node:worker_threads'
import { fileSource } from '@gridloom/blend/node'
import { readScene } from '@gridloom/blend/read-scene'
import { SceneBroken } from '@gridloom/blend/scene-broken'
import type { SceneContents } from '@gridloom/contract/rendering/blend-facts'
import { z } from 'zod'

/** The result that a thread posts for its scene. */
export type SceneAnswer =
  | { kind: 'contents'; contents: SceneContents }
  | { kind: 'broken'; why: string; internal?: string }

const SceneRequest = z.object({ file: z.string(), fileName: z.string() })

parentPort?.postMessage(await read(SceneRequest.parse(workerData)))

async function read({ file, fileName }: z.infer<typeof SceneRequest>): Promise<SceneAnswer> {
  await using source = await fileSource(file)
  try {
    return { kind: 'contents', contents: await readScene(source, fileName) }
  } catch (error) {
    if (error instanceof SceneBroken) return { kind: 'broken', why: error.message }
    const internal = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { kind: 'broken', why: 'It is not a valid Blender file.', internal }
  }
}
