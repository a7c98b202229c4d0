import type { Model } from '@gridloom/contract/models/model'
import type { ModelId } from '@gridloom/contract/models/model-id'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { modelQuery } from '../../api/queries.ts'
import { useClient, useRuntime } from '../../api/runtime.tsx'
import { ModelDetails } from '../../shared/models/model-details.tsx'
import { ModelLine } from '../../shared/models/model-line.tsx'
import { nameOf } from '../../shared/models/model-words.ts'
import { Page } from '../../ui/components/page.tsx'
import { SkeletonRows } from '../../ui/components/skeletons.tsx'
import { ErrorState } from '../../ui/components/states.tsx'
import { CodeButton } from './list/model-buttons.tsx'
import styles from './public-model.module.css'

const crumbs = [{ text: 'Model hub', to: '/model-hub' }]

/** A model as visitors read it: price, machines and measured performance. Chatting asks them to sign in. */
export function PublicModel({ modelId }: { modelId: ModelId }) {
  const { data: model, error, refetch } = useQuery(modelQuery(useClient(), modelId))
  const name = model?.name ?? nameOf(modelId)
  return (
    <Page title={name} crumbs={crumbs} lead={model && <ModelLine model={model} />}>
      <div className={styles.details}>
        {model && <ModelDetails model={model} actions={<VisitorActions model={model} />} />}
        {!model && error !== null && (
          <ErrorState
            title="The model could not be loaded"
            error={error}
            retry={() => void refetch()}
          />
        )}
        {!model && error === null && <SkeletonRows rows={5} label="Loading the model" />}
      </div>
    </Page>
  )
}

/** After signing in, the visitor returns to this model, which is then a chat. */
function VisitorActions({ model }: { model: Model }) {
  const { auth } = useRuntime()
  return (
    <div className={styles.actions}>
      <Button variant="filled" onClick={() => auth.openLogin('login')}>
        Sign in to chat
      </Button>
      <Button onClick={() => auth.openLogin('register')}>Create account</Button>
      <CodeButton model={model} />
    </div>
  )
}
