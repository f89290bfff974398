import { Icon } from '../shared/layout/icons.tsx'

export const BackIcon = () => (
  <Icon>
    <path d="M15 5l-7 7 7 7" />
  </Icon>
)

export const UndoIcon = () => (
  <Icon>
    <path d="M8 5L4 9l4 4M4 9h10a5.5 5.5 0 010 11h-3" />
  </Icon>
)

export const RedoIcon = () => (
  <Icon>
    <path d="M16 5l4 4-4 4M20 9H10a5.5 5.5 0 000 11h3" />
  </Icon>
)

export const SearchIcon = () => (
  <Icon>
    <path d="M10.5 17a6.5 6.5 0 110-13 6.5 6.5 0 010 13zM20 20l-4.8-4.8" />
  </Icon>
)

export const HistoryIcon = () => (
  <Icon>
    <path d="M4 12a8 8 0 103-6.2M4 4v4h4M12 8v4.5l3 2" />
  </Icon>
)

export const KeyboardIcon = () => (
  <Icon>
    <path d="M4 7h16a1 1 0 011 1v8a1 1 0 01-1 1H4a1 1 0 01-1-1V8a1 1 0 011-1zM7 10.5h.01M10.5 10.5h.01M14 10.5h.01M17 10.5h.01M8.5 14h7" />
  </Icon>
)

export const LoopIcon = () => (
  <Icon>
    <path d="M17 3l3 3-3 3M20 6H9a5 5 0 00-5 5v1M7 21l-3-3 3-3M4 18h11a5 5 0 005-5v-1" />
  </Icon>
)

export const PreviousIcon = () => (
  <Icon>
    <path d="M17 6l-8 6 8 6zM6.5 6v12" />
  </Icon>
)

export const NextIcon = () => (
  <Icon>
    <path d="M7 6l8 6-8 6zM17.5 6v12" />
  </Icon>
)
