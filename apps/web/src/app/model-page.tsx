import { ModelId } from '@gridloom/contract/models'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { modelQuery } from '../lib/api/queries.ts'
import { ModelDetails } from '../lib/models/model-details.tsx'
import { Page } from '../lib/parts/page.tsx'
import { SkeletonBlock } from '../lib/parts/skeletons.tsx'
import { ErrorState } from '../lib/parts/states.tsx'
import { useClient } from '../lib/runtime.tsx'

const route = getRouteApi('/shell/model-hub/$id')
const crumbs = [{ text: 'Model hub', to: '/model-hub' }]

/** `/model-hub/{id}`: one model. */
export function ModelPage() {
  const parsed = ModelId.safeParse(route.useParams().id)
  if (parsed.success) return <KnownModel id={parsed.data} />
  return (
    <Page title="Model" crumbs={crumbs}>
      <ErrorState title="This is not the address of a model" error={parsed.error} />
    </Page>
  )
}

function KnownModel({ id }: { id: ModelId }) {
  const model = useQuery(modelQuery(useClient(), id))
  return (
    <Page title={model.data?.name ?? 'Model'} crumbs={crumbs}>
      {model.data ? (
        <ModelDetails model={model.data} />
      ) : model.error === null ? (
        <SkeletonBlock height={320} label="Loading the model" />
      ) : (
        <ErrorState
          title="The model could not be loaded"
          error={model.error}
          retry={() => void model.refetch()}
        />
      )}
    </Page>
  )
}
