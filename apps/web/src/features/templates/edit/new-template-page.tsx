import type { TemplateId } from '@gridloom/contract/core/ids'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { readTemplateFields } from '../../../shared/templates/new-template-state.ts'
import { EditorScreen } from './editor-screen.tsx'
import { draftOfFields } from './template-draft.ts'

/** `/template/new`: the editor of a template that is not stored yet, with the fields that another page handed over. */
export function NewTemplatePage() {
  const handed = useLocation({ select: ({ state }) => state.newTemplate })
  const navigate = useNavigate()
  return (
    <EditorScreen
      template={undefined}
      start={draftOfFields(readTemplateFields(handed ?? {}).fields)}
      onCreated={(id: TemplateId) =>
        void navigate({ to: '/template/$id', params: { id }, replace: true })
      }
    />
  )
}
