import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import type { SpotlightActionData, SpotlightActionGroupData } from '@mantine/spotlight'
import {
  IconBook2,
  IconLogout,
  IconMessageChatbot,
  IconMoon,
  IconMovie,
  IconPlus,
  IconServer2,
  IconSun,
  IconTemplate,
  IconTerminal2,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import {
  instancesQuery,
  machinesQuery,
  modelsQuery,
  renderJobsQuery,
  templatesQuery,
} from '../../api/queries.ts'
import { useClient } from '../../api/runtime.tsx'
import { useSignOut } from '../../shared/auth/use-sign-out.ts'
import { servingOf } from '../../shared/models/model-words.ts'
import { instanceStatus } from '../../shared/status/instance-status.ts'
import { machineStatus } from '../../shared/status/machine-status.ts'
import { renderStatus, renderWay } from '../../shared/status/render-status.ts'
import { formatCount, plural } from '../../ui/format/numbers.ts'
import { accountEntry } from './navigation.ts'
import { useNavigation } from './use-navigation.ts'

/** Returns all entries of the palette in groups. Lists that have not loaded are omitted. */
export function usePaletteActions(): SpotlightActionGroupData[] {
  const pages = usePages()
  const instances = useInstances()
  const machines = useMachines()
  const templates = useTemplates()
  const renders = useRenders()
  const models = useModels()
  const actions = useActions()
  return [
    { group: 'Pages', actions: pages },
    { group: 'Instances', actions: instances },
    { group: 'Templates', actions: templates },
    { group: 'Render jobs', actions: renders },
    { group: 'Models', actions: models },
    { group: 'Machines', actions: machines },
    { group: 'Actions', actions },
  ].filter((group) => group.actions.length > 0)
}

function usePages(): SpotlightActionData[] {
  const router = useRouter()
  const groups = [...useNavigation(), { title: 'Account', entries: [accountEntry] }]
  return groups.flatMap(({ title, entries }) =>
    entries.map(({ to, search = {}, text, hint, icon: Icon }) => ({
      id: `${to} ${text}`,
      label: text,
      description: hint,
      keywords: [title],
      leftSection: <Icon size={18} stroke={1.6} />,
      onClick: () => router.navigate({ to, search }),
    })),
  )
}

function useInstances(): SpotlightActionData[] {
  const router = useRouter()
  const { data = [] } = useQuery(instancesQuery(useClient()))
  return data.map((instance) => ({
    id: instance.id,
    label: instance.label || instance.template_name,
    description: `${instanceStatus(instance).word} on ${instance.machine_name}`,
    keywords: [instance.id, instance.image],
    leftSection: <IconTerminal2 size={18} stroke={1.6} />,
    onClick: () => router.navigate({ to: '/instance/myinstance/$id', params: { id: instance.id } }),
  }))
}

/** Own templates open in the editor, predefined ones in their view. */
function useTemplates(): SpotlightActionData[] {
  const router = useRouter()
  const { data = [] } = useQuery(templatesQuery(useClient()))
  return data.map(({ id, template_name, access, description, image_path_with_tag, tags }) => ({
    id,
    label: template_name,
    description: description || image_path_with_tag,
    keywords: [id, image_path_with_tag, 'template', ...tags],
    leftSection: <IconTemplate size={18} stroke={1.6} />,
    onClick: () =>
      router.navigate({
        to: access === 'own' ? '/template/$id' : '/template/view/$id',
        params: { id },
      }),
  }))
}

function useRenders(): SpotlightActionData[] {
  const router = useRouter()
  const { data } = useQuery(renderJobsQuery(useClient()))
  return (data?.jobs ?? []).map((job) => ({
    id: job.taskId,
    label: job.fileName,
    description: `${renderStatus(job).word} · ${formatCount(job.frames_done)} of ${plural(job.frames_total, 'frame')}`,
    keywords: [job.taskId, 'render'],
    leftSection: <IconMovie size={18} stroke={1.6} />,
    onClick: () => router.navigate(renderWay(job)),
  }))
}

function useModels(): SpotlightActionData[] {
  const router = useRouter()
  const { data = [] } = useQuery(modelsQuery(useClient()))
  return data
    .filter((model) => servingOf(model).length > 0)
    .map((model) => ({
      id: model.id,
      label: model.name,
      description: `Chat · served by ${plural(servingOf(model).length, 'machine')}`,
      keywords: [model.id, 'model', 'chat'],
      leftSection: <IconMessageChatbot size={18} stroke={1.6} />,
      onClick: () => router.navigate({ to: '/model-hub/$id', params: { id: model.id } }),
    }))
}

function useMachines(): SpotlightActionData[] {
  const router = useRouter()
  const { data = [] } = useQuery(machinesQuery(useClient()))
  return data.map((machine) => ({
    id: machine.id,
    label: machine.name,
    description: `${machineStatus(machine).word} · ${machine.slots_rented} of ${machine.slots_total} slots rented`,
    keywords: [machine.id, machine.hardware?.cpu_model ?? ''],
    leftSection: <IconServer2 size={18} stroke={1.6} />,
    onClick: () => router.navigate({ to: '/machines/$id', params: { id: machine.id } }),
  }))
}

function useActions(): SpotlightActionData[] {
  const router = useRouter()
  const signOut = useSignOut()
  const { setColorScheme } = useMantineColorScheme()
  const colorScheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const next = colorScheme === 'dark' ? 'light' : 'dark'
  const ThemeIcon = colorScheme === 'dark' ? IconSun : IconMoon
  return [
    {
      id: 'enrol',
      label: 'Add machine',
      description: 'Connect a computer with one command',
      keywords: ['host', 'add', 'agent'],
      leftSection: <IconPlus size={18} stroke={1.6} />,
      onClick: () => router.navigate({ to: '/machines', search: { enrol: true } }),
    },
    {
      id: 'new-template',
      label: 'New template',
      description: 'Keep an image with its settings',
      keywords: ['create', 'image'],
      leftSection: <IconPlus size={18} stroke={1.6} />,
      onClick: () => router.navigate({ to: '/template/new' }),
    },
    {
      id: 'theme',
      label: `Switch to the ${next} theme`,
      leftSection: <ThemeIcon size={18} stroke={1.6} />,
      onClick: () => setColorScheme(next),
    },
    {
      id: 'docs',
      label: 'API reference',
      leftSection: <IconBook2 size={18} stroke={1.6} />,
      onClick: () => location.assign('/api/docs'),
    },
    {
      id: 'sign-out',
      label: 'Sign out',
      keywords: ['log out', 'leave'],
      leftSection: <IconLogout size={18} stroke={1.6} />,
      onClick: signOut,
    },
  ]
}
