import type { ModelFeature } from '@gridloom/contract/models/model-feature'
import type { Probe, ProbeSubject } from './probe.ts'
import { choicesIn, vectorsIn, wordsIn } from './probe-answer.ts'
import { blueImage, redImage } from './probe-images.ts'
import { parameterProbe, probedParameters } from './probes-of-parameters.ts'

const probedKinds = ['chat', 'completion', 'embeddings', 'tools', 'json_schema', 'vision'] as const
type ProbedKind = (typeof probedKinds)[number]

/** All features that engines beside the agent are probed for: the kinds of requests first. */
export const probedFeatures = [...probedKinds, ...probedParameters] satisfies ModelFeature[]
export type ProbedFeature = (typeof probedFeatures)[number]

/** Returns the probe of a feature; `undefined` where this engine cannot show it. */
export function probeOf(feature: ProbedFeature, subject: ProbeSubject): Probe | undefined {
  return isKind(feature) ? kindProbe(feature, subject) : parameterProbe(feature, subject)
}

function isKind(feature: ProbedFeature): feature is ProbedKind {
  return probedKinds.some((kind) => kind === feature)
}

/** The word that only an engine which follows the schema writes: it is not in the prompt. */
const schemaWord = 'gridloom'
const chat = '/chat/completions'
const said = (content: unknown) => [{ role: 'user', content }]

function kindProbe(feature: ProbedKind, subject: ProbeSubject): Probe {
  const { model } = subject
  switch (feature) {
    case 'chat':
      return {
        path: chat,
        bodies: [{ model, messages: said('Hi'), max_tokens: 1 }],
        shows: ([answer]) => choicesIn(answer)[0]?.message != null,
      }
    case 'completion':
      return {
        path: '/completions',
        bodies: [{ model, prompt: 'Hi', max_tokens: 1 }],
        shows: ([answer]) => typeof choicesIn(answer)[0]?.text === 'string',
      }
    case 'embeddings':
      return {
        path: '/embeddings',
        bodies: [{ model, input: ['Hi'], encoding_format: 'float' }],
        shows: ([answer]) => vectorsIn(answer) > 0,
      }
    case 'tools':
      return toolsProbe(model)
    case 'json_schema':
      return schemaProbe(model)
    case 'vision':
      return visionProbe(subject)
  }
}

const tool = {
  type: 'function',
  function: {
    name: 'ping',
    description: 'Answers a ping.',
    parameters: { type: 'object', properties: {}, additionalProperties: false },
  },
}

function toolsProbe(model: string): Probe {
  const messages = said('Call the tool “ping” now.')
  const call = { tools: [tool], tool_choice: 'required' }
  return {
    path: chat,
    bodies: [{ model, messages, max_tokens: 256, temperature: 0, ...call }],
    shows: ([answer]) => (choicesIn(answer)[0]?.message?.tool_calls ?? []).length > 0,
  }
}

const schema = {
  type: 'object',
  properties: { word: { type: 'string', enum: [schemaWord] } },
  required: ['word'],
  additionalProperties: false,
}

function schemaProbe(model: string): Probe {
  const json_schema = { name: 'answer', schema, strict: true }
  const format = { response_format: { type: 'json_schema', json_schema } }
  const messages = said('Answer with a JSON object.')
  return {
    path: chat,
    bodies: [{ model, messages, max_tokens: 64, temperature: 0, ...format }],
    shows: ([answer]) => choicesIn(answer)[0]?.message?.content?.includes(schemaWord) === true,
  }
}

/** An engine that ignores images, or reads them as text, does not know their colours. */
function visionProbe({ model, saysVision }: ProbeSubject): Probe {
  const question = { type: 'text', text: 'What colour is this image? Answer with one word.' }
  const bodies = [redImage, blueImage].map((url) => ({
    ...{ model, max_tokens: 32, temperature: 0 },
    messages: said([question, { type: 'image_url', image_url: { url } }]),
  }))
  return {
    path: chat,
    bodies,
    shows(answers) {
      const [red = '', blue = ''] = answers.map((answer) => wordsIn(answer).toLowerCase())
      const isReported = red.includes('red') && blue.includes('blue')
      // Small models name colours badly, but what they say depends on the image.
      return (isReported && red !== blue) || (saysVision && red !== '' && red !== blue)
    },
  }
}
