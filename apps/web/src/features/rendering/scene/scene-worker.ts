import { answerScene } from './answer-scene.ts'
import type { SceneRequest } from './scene-messages.ts'

// Reads and hashes files of gigabytes in a worker, so that the page stays responsive.
addEventListener('message', (event) => {
  // @NOTE never rejects: errors are sent as a reply
  void answerScene(asRequest(event.data), (reply) => postMessage(reply))
})

/** Named cast: only `ask-worker.ts` posts to this worker, and it sends nothing else. */
function asRequest(message: unknown): SceneRequest {
  return message as SceneRequest
}
