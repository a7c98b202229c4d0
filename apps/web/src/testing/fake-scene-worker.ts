import type { SceneContents } from '@gridloom/contract/rendering/blend-facts'
import { vi } from 'vitest'
import type { SceneReply, SceneRequest } from '../features/rendering/scene/scene-messages.ts'

interface FakeReading {
  /** The contents of the file; a text: why it is not a scene. `never`: reading does not end. */
  reads: SceneContents | string | 'never'
}

/** Replaces the scene worker until the test ends, as jsdom has no workers. */
export function fakeSceneWorker({ reads }: FakeReading) {
  const asked: string[] = []
  class SceneWorker extends EventTarget {
    postMessage(request: SceneRequest): void {
      asked.push(request.kind)
      queueMicrotask(() => {
        for (const data of repliesTo(request, reads)) {
          this.dispatchEvent(new MessageEvent('message', { data }))
        }
      })
    }
    terminate(): void {}
  }
  vi.stubGlobal('Worker', SceneWorker)
  return { asked }
}

function repliesTo({ kind, file }: SceneRequest, reads: FakeReading['reads']): SceneReply[] {
  if (kind === 'hash') {
    return [
      { kind: 'hashing', bytes: file.size },
      { kind: 'hashed', hashes: ['c'.repeat(64)] },
    ]
  }
  if (reads === 'never') return []
  return [
    typeof reads === 'string' ? { kind: 'broken', text: reads } : { kind: 'read', contents: reads },
  ]
}
