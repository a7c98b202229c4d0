import { answerScene } from './answer-scene.ts'
import type { SceneRequest } from './scene-messages.ts'

// The worker that looks into a scene: a file of gigabytes is read and hashed without holding the page up.
addEventListener('message', (event) => {
  // @NOTE never rejects; what goes wrong is answered
  void answerScene(asRequest(event.data), (reply) => postMessage(reply))
})

/** Named cast: only `ask-worker.ts` speaks to this worker, and it sends nothing else. */
function asRequest(message: unknown): SceneRequest {
  return message as SceneRequest
}
