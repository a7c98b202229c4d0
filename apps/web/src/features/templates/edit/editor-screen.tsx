import type { TemplateId } from '@gridloom/contract/core/ids'
import type { Template } from '@gridloom/contract/templates/template'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useClient } from '../../../api/runtime.tsx'
import { defaultTemplateQuery } from '../../../shared/templates/api/template-queries.ts'
import { AsCode } from '../../../ui/components/as-code.tsx'
import { Page } from '../../../ui/components/page.tsx'
import { WithSide } from '../../../ui/components/side-panel.tsx'
import { useLeavePage } from '../../../ui/form/use-leave-page.tsx'
import { useShownInPlace } from '../../../ui/toasts/shown-errors.tsx'
import { TemplateBadges } from '../actions/template-badges.tsx'
import { TemplateMenu } from '../actions/template-menu.tsx'
import { UseButton } from '../actions/use-button.tsx'
import { editorCode } from '../template-code.ts'
import { VersionsSection } from '../versions/versions-section.tsx'
import { EditorForm } from './editor-form.tsx'
import { PreviewPanel } from './preview-panel.tsx'
import type { TemplateDraft } from './template-draft.ts'
import { codeBody } from './to-template.ts'
import { useEditor } from './use-editor.ts'

const crumbs = [{ text: 'Templates', to: '/template' }]

interface EditorScreenProps {
  /** `undefined`: a new one. */
  template: Template | undefined
  start: TemplateDraft
  onCreated: (id: TemplateId) => void
}

/** The editor of a template beside a preview of the run, and its versions. */
export function EditorScreen({ template, start, onCreated }: EditorScreenProps) {
  const editor = useEditor({
    template,
    start,
    onCreated: (id) => {
      leave.letGo()
      onCreated(id)
    },
  })
  const leave = useLeavePage({ typed: editor.isChanged })
  const { draft } = editor
  return (
    <Page
      title={template?.template_name ?? 'New template'}
      crumbs={crumbs}
      badge={template && <Badges template={template} />}
      actions={
        <>
          <AsCode actions={editorCode(template, codeBody(draft, template))} />
          {template && <Actions template={template} onDeleted={leave.letGo} />}
        </>
      }
    >
      <WithSide
        side={
          <>
            <PreviewPanel draft={draft} />
            {template && <VersionsSection template={template} onRestored={editor.loadNewest} />}
          </>
        }
      >
        <EditorForm editor={editor} template={template} />
      </WithSide>
      {leave.question}
    </Page>
  )
}

function useIsDefault(template: Template): boolean {
  const usual = useQuery(defaultTemplateQuery(useClient()))
  // Without it the template is not marked as the default.
  useShownInPlace(usual.error)
  return usual.data?.id === template.id
}

function Badges({ template }: { template: Template }) {
  return <TemplateBadges template={template} isDefault={useIsDefault(template)} />
}

function Actions({ template, onDeleted }: { template: Template; onDeleted: () => void }) {
  const navigate = useNavigate()
  return (
    <>
      <UseButton template={template} look="plain" />
      <TemplateMenu
        template={template}
        isDefault={useIsDefault(template)}
        onDeleted={() => {
          onDeleted()
          void navigate({ to: '/template' })
        }}
      />
    </>
  )
}
