'use client';

export { ErrorMessage as default } from '#components/client-errors/client-errors.tsx';
