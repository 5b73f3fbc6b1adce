export { ModalsProvider } from '@mantine/modals';
