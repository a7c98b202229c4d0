import type { RenderScene } from '@gridloom/contract/rendering/scene'
import { formatBytes } from '@gridloom/domain/format-bytes'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useClient } from '../../../api/runtime.tsx'
import { RemoveButton } from '../../../shared/components/remove-button.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { Cell, type Column, RowHead, Table } from '../../../ui/components/table.tsx'
import { TimeAgo } from '../../../ui/components/time-ago.tsx'
import { plural } from '../../../ui/format/numbers.ts'
import { useCreateJob } from '../api/create-job.ts'
import { useRemoveScene } from '../api/remove-scene.ts'
import { scenesQuery } from '../api/render-queries.ts'
import type { JobProject } from './job-project.ts'
import styles from './upload.module.css'

const columns: readonly Column[] = [
  { text: 'Scene' },
  { text: 'Size', align: 'number' },
  { text: 'Jobs', align: 'number' },
  { text: 'Uploaded' },
  { text: 'Actions', head: 'hidden' },
]

/** Earlier uploads, which can be rendered again without another upload, booked to a project. */
export function SceneList({ project }: { project: JobProject }) {
  const scenes = useQuery(scenesQuery(useClient()))
  return (
    <Section title="Uploaded scenes" inset="flush">
      <Loaded query={scenes} what="your scenes">
        {(list) =>
          list.length === 0 ? (
            <p className={styles.none}>
              No scenes yet. Uploaded scenes stay here so you can render them again with other
              settings.
            </p>
          ) : (
            <Table label="Uploaded scenes" columns={columns}>
              {list.map((scene) => (
                <SceneRow key={scene.id} scene={scene} project={project} />
              ))}
            </Table>
          )
        }
      </Loaded>
    </Section>
  )
}

function SceneRow({ scene, project }: { scene: RenderScene; project: JobProject }) {
  const create = useCreateJob()
  const remove = useRemoveScene()
  const navigate = useNavigate()

  function renderAgain(): void {
    const made = { scene: scene.id, project: project.name }
    create.mutate(made, {
      onSuccess: ({ taskId: id }) => navigate({ to: '/render/config/$id', params: { id } }),
    })
  }

  return (
    <tr>
      <RowHead>
        <span className={styles.name}>{scene.file_name}</span>
      </RowHead>
      <Cell label="Size" align="number">
        {formatBytes(scene.size_bytes)}
      </Cell>
      <Cell label="Jobs" align="number">
        {scene.jobs}
      </Cell>
      <Cell label="Uploaded">
        <TimeAgo at={scene.uploaded_at} />
      </Cell>
      <Cell holds="buttons">
        <div className={styles.buttons}>
          <RemoveButton
            thing={scene}
            word="Delete"
            name={scene.file_name}
            confirmWord="Delete scene"
            done="The scene was deleted."
            remove={remove}
          >
            This deletes the file. To render it again, you have to upload it again.
            {scene.jobs > 0 &&
              ` The ${plural(scene.jobs, 'job')} rendered from it and their pictures are kept.`}
          </RemoveButton>
          <Button
            size="xs"
            variant="filled"
            loading={create.isPending}
            disabled={project.problem !== undefined}
            onClick={renderAgain}
            aria-label={`Render again: ${scene.file_name}`}
          >
            Render again
          </Button>
        </div>
      </Cell>
    </tr>
  )
}
