import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'

/** Switches between light and dark, stored under `theme`. Uses `title` for its label, as it is on the first screen. */
export function ThemeSwitch() {
  const { setColorScheme } = useMantineColorScheme()
  const colorScheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const next = colorScheme === 'dark' ? 'light' : 'dark'
  const label = `Switch to the ${next} theme`
  return (
    <ActionIcon size={32} aria-label={label} title={label} onClick={() => setColorScheme(next)}>
      {colorScheme === 'dark' ? <IconSun size={17} /> : <IconMoon size={17} />}
    </ActionIcon>
  )
}
