import type { ModelEndpoint } from '@gridloom/contract/models/model-endpoint'
import { Progress } from '@mantine/core'
import { fetchedPercent } from './model-words.ts'

/** Download progress of a model's file; hidden while nothing is downloaded. */
export function FetchProgress({ endpoint }: { endpoint: ModelEndpoint }) {
  const percent = fetchedPercent(endpoint)
  if (endpoint.state !== 'fetching' || percent === null) return null
  const { machine_name: machine, model_id: model } = endpoint
  return <Progress size={4} value={percent} aria-label={`${model} downloaded to ${machine}`} />
}
