'use client';
export { RelationSelect as default } from '../widgets/relation-select.tsx';
