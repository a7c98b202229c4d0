import { ModelId } from '@gridloom/contract/models/model-id'
import { getRouteApi } from '@tanstack/react-router'
import { useAuth } from '../../api/runtime.tsx'
import { Page } from '../../ui/components/page.tsx'
import { ErrorState } from '../../ui/components/states.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'

const route = getRouteApi('/shell/model-hub/$id')
const crumbs = [{ text: 'Model hub', to: '/model-hub' }]

const ChatScreen = lazyPart(
  async () => (await import('../../features/chat/chat-screen.tsx')).ChatScreen,
)
const PublicModel = lazyPart(
  async () => (await import('../../features/models/public-model.tsx')).PublicModel,
)

/** `/model-hub/{id}`: a chat with one model; for visitors, its price, machines and performance. */
export function ModelPage() {
  const { id } = route.useParams()
  const { chat } = route.useSearch()
  const isLoggedIn = useAuth((state) => state.isLoggedIn)
  const parsed = ModelId.safeParse(id)
  if (parsed.success && !isLoggedIn) return <PublicModel modelId={parsed.data} />
  if (parsed.success) return <ChatScreen modelId={parsed.data} chatId={chat} />
  return (
    <Page title="Model" crumbs={crumbs}>
      <ErrorState title="Model not found" error={parsed.error} />
    </Page>
  )
}
