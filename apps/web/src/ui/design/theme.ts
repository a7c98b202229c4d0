import { createTheme, type MantineColorsTuple } from '@mantine/core'

const accent: MantineColorsTuple = [
  '#eef0fd',
  '#dcdffa',
  '#b9bff4',
  '#949dee',
  '#7782e8',
  '#5c68e0',
  '#4450c9',
  '#3b46b8',
  '#323ca0',
  '#282f80',
]

const gray: MantineColorsTuple = [
  '#fafafb',
  '#f4f4f6',
  '#ececf0',
  '#e1e1e6',
  '#d3d3da',
  '#a5a5b0',
  '#5f5f6b',
  '#4c4c57',
  '#33333c',
  '#1a1a20',
]

const dark: MantineColorsTuple = [
  '#ededf1',
  '#c9c9d2',
  '#9c9ca9',
  '#8a8a98',
  '#3f424f',
  '#2a2c36',
  '#1b1d24',
  '#16171d',
  '#0b0c10',
  '#07080a',
]

/** Shared by dialogs and drawers. Their `<header>` is not the page's banner, so its role is removed. */
const overlay = {
  overlayProps: { backgroundOpacity: 0.4, blur: 0 },
  closeButtonProps: { 'aria-label': 'Close' },
  attributes: { header: { role: 'none' } },
  classNames: { content: 'gl-dialog', title: 'gl-dialog-title' },
}

/** Mantine with the product's own greys, accent, type and spacing; see tokens.css for the rest. */
export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 5 },
  colors: { accent, gray, dark },
  black: '#1a1a20',
  fontFamily: '"Inter Variable", system-ui, sans-serif',
  fontFamilyMonospace: '"JetBrains Mono Variable", ui-monospace, monospace',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.3' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '4px', sm: '5px', md: '6px', lg: '10px', xl: '16px' },
  defaultRadius: 'md',
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '20px', lineHeight: '1.3' },
      h2: { fontSize: '16px', lineHeight: '1.4' },
      h3: { fontSize: '14px', lineHeight: '1.4' },
    },
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: {
      defaultProps: { size: 'sm', variant: 'default' },
      classNames: { root: 'gl-button' },
    },
    Tabs: { classNames: { list: 'gl-tab-list' } },
    Switch: { defaultProps: { withThumbIndicator: false } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    TextInput: { defaultProps: { size: 'sm' } },
    NumberInput: { defaultProps: { size: 'sm' } },
    Select: { defaultProps: { size: 'sm' } },
    // Screen readers read a tooltip as the description of its target; on its own it would be outside all landmarks.
    Tooltip: { defaultProps: { openDelay: 250, withArrow: false, fz: 'xs', 'aria-hidden': true } },
    Modal: { defaultProps: { ...overlay, centered: true, radius: 'lg' } },
    Drawer: { defaultProps: { ...overlay, position: 'right' } },
  },
})
