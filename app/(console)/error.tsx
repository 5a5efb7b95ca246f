'use client';

export { ErrorMessage as default } from '#components/ui/error-message.tsx';
