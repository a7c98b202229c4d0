import { ModelId } from '@gridloom/contract/models/model-id'
import { getRouteApi } from '@tanstack/react-router'
import { ChatScreen } from '../../features/chat/chat-screen.tsx'
import { Page } from '../../ui/components/page.tsx'
import { ErrorState } from '../../ui/components/states.tsx'

const route = getRouteApi('/shell/model-hub/$id')
const crumbs = [{ text: 'Model hub', to: '/model-hub' }]

/** `/model-hub/{id}`: a chat with one model. */
export function ModelPage() {
  const { id } = route.useParams()
  const { chat } = route.useSearch()
  const parsed = ModelId.safeParse(id)
  if (parsed.success) return <ChatScreen modelId={parsed.data} chatId={chat} />
  return (
    <Page title="Model" crumbs={crumbs}>
      <ErrorState title="Model not found" error={parsed.error} />
    </Page>
  )
}
