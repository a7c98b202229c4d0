import type { ModelEndpoint } from '@gridloom/contract/models'
import { assertNever } from '@gridloom/domain/assert-never'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { FetchProgress } from '../../../lib/models/fetch-progress.tsx'
import { endpointText } from '../../../lib/models/model-words.ts'
import styles from '../hub.module.css'
import type { HubStanding } from '../hub-standing.ts'

/** What is the matter while no machine answers, and what helps; nothing while one does. */
export function HubNotice({ standing }: { standing: HubStanding }) {
  switch (standing.kind) {
    case 'serving':
      return null
    case 'coming':
      return (
        <Notice tone="busy" title="A model is getting ready" endpoints={standing.endpoints}>
          You can chat as soon as it is loaded; this screen moves by itself.
        </Notice>
      )
    case 'failed':
      return (
        <Notice tone="bad" title="No machine serves a model" endpoints={standing.endpoints}>
          What was tried failed. Its owner can mend that on the machine’s page. {elsewhere}
        </Notice>
      )
    case 'waiting':
      return (
        <Notice tone="warn" title="No machine serves a model yet" endpoints={standing.endpoints}>
          What is to serve one has not been heard of. {elsewhere}
        </Notice>
      )
    case 'nobody':
      return (
        <Notice tone="warn" title="No machine serves a model" endpoints={[]}>
          These are known and can be served. {elsewhere}
        </Notice>
      )
    default:
      return assertNever(standing)
  }
}

const elsewhere = (
  <>
    You can serve one yourself: open one of <Link to="/machines">your machines</Link>, then Models.
    An engine that already runs there, such as Ollama or vLLM, will do.
  </>
)

interface NoticeProps {
  tone: 'busy' | 'warn' | 'bad'
  title: string
  endpoints: readonly ModelEndpoint[]
  children: ReactNode
}

function Notice({ tone, title, endpoints, children }: NoticeProps) {
  return (
    <section className={styles.notice} data-tone={tone} aria-label={title}>
      <h2 className={styles.noticeTitle}>{title}</h2>
      {endpoints.length > 0 && (
        <ul className={styles.comings}>
          {endpoints.map((endpoint) => (
            <li key={endpoint.id}>
              <span className="gl-num">
                <strong>{endpoint.model_id}</strong> on {endpoint.machine_name}:{' '}
                {endpointText(endpoint)}
              </span>
              <FetchProgress endpoint={endpoint} />
            </li>
          ))}
        </ul>
      )}
      <p className={styles.noticeText}>{children}</p>
    </section>
  )
}
