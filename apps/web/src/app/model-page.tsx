import { ModelId } from '@gridloom/contract/models'
import { Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ChatScreen } from '../features/chat/chat-screen.tsx'
import { Page } from '../lib/parts/page.tsx'
import { EmptyState } from '../lib/parts/states.tsx'

const route = getRouteApi('/shell/model-hub/$id')
const crumbs = [{ text: 'Model hub', to: '/model-hub' }]

/** `/model-hub/{id}`: chats with one model. */
export function ModelPage() {
  const parsed = ModelId.safeParse(route.useParams().id)
  const { chat } = route.useSearch()
  if (parsed.success) return <ChatScreen modelId={parsed.data} chatId={chat} />
  return (
    <Page title="Model" crumbs={crumbs}>
      <EmptyState
        title="This is not the address of a model"
        action={
          <Button variant="filled" component={Link} to="/model-hub">
            See all models
          </Button>
        }
      >
        Models are called by ids like org/name.
      </EmptyState>
    </Page>
  )
}
