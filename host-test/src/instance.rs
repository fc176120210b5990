//! Instances and calls into them.

use std::fmt;

use wasmtime::Store;
use wasmtime::component::{ComponentNamedList, Lift, Lower, TypedFunc};

use crate::bindings::exports::agent_skills::toolkit::types as wit;
use crate::convert::{Answer, Argument};
use crate::operations::{Operation, operations};
use crate::sandbox::Sandbox;
use crate::state::{State, Way};
use crate::ticker::Running;
use crate::{Error, Mounts, Result, types};

/// One library of skills, for synchronous programs.
///
/// Made by [`Sandbox::instance`]. The functions are those of the WIT; what each
/// promises, and which refusal arises when, is written in `wit/catalog.wit` and
/// `wit/tools.wit`.
pub struct Instance(Guest);

/// One library of skills, for asynchronous programs.
///
/// Made by [`Sandbox::instance_async`]. Works with any executor. A call yields
/// to the executor every millisecond while the component runs. A call whose
/// future is dropped before its end leaves the instance unusable.
pub struct AsyncInstance(Guest);

impl fmt::Debug for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.debug("Instance", f)
    }
}

impl fmt::Debug for AsyncInstance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.debug("AsyncInstance", f)
    }
}

/// What both kinds have in common.
struct Guest {
    store: Store<State>,
    instance: wasmtime::component::Instance,
    sandbox: Sandbox,
    /// False while a call runs, so it stays false when that call does not come
    /// back: by a trap, or because its future was dropped.
    usable: bool,
}

impl Instance {
    /// Memory that the component has, in bytes, of the
    /// [`Limits::memory_bytes`](crate::Limits::memory_bytes) that it may have.
    /// It never becomes less, so this is also the most that any call has needed.
    pub fn memory_bytes(&self) -> usize {
        self.0.store.data().memory_bytes()
    }

    pub(crate) fn new(sandbox: &Sandbox, mounts: &Mounts) -> Result<Self> {
        let (mut store, _running) = sandbox.store(mounts, Way::Synchronous);
        let instance = sandbox.blocking().instantiate(&mut store);
        Guest::new(sandbox, store, instance).map(Self)
    }
}

impl AsyncInstance {
    /// The same as [`Instance::memory_bytes`].
    pub fn memory_bytes(&self) -> usize {
        self.0.store.data().memory_bytes()
    }

    pub(crate) async fn new(sandbox: &Sandbox, mounts: &Mounts) -> Result<Self> {
        let (mut store, _running) = sandbox.store(mounts, Way::Asynchronous);
        let component = if mounts.blocking() {
            sandbox.blocking()
        } else {
            sandbox.suspending()
        };
        let instance = component.instantiate_async(&mut store).await;
        Guest::new(sandbox, store, instance).map(Self)
    }
}

impl Guest {
    fn new(
        sandbox: &Sandbox,
        store: Store<State>,
        instance: wasmtime::Result<wasmtime::component::Instance>,
    ) -> Result<Self> {
        let instance = instance.map_err(|error| Error::from_wasmtime(&error, sandbox.limits()))?;
        Ok(Self {
            store,
            instance,
            sandbox: sandbox.clone(),
            usable: true,
        })
    }

    /// Everything that comes before a call.
    fn enter<Params, Return>(
        &mut self,
        operation: Operation,
    ) -> Result<(TypedFunc<Params, Return>, Running)>
    where
        Params: ComponentNamedList + Lower,
        Return: ComponentNamedList + Lift,
    {
        if !self.usable {
            return Err(Error::Poisoned);
        }
        let function = self
            .instance
            .get_typed_func(&mut self.store, self.sandbox.export(operation))
            .map_err(|error| Error::from_wasmtime(&error, self.sandbox.limits()))?;
        self.usable = false;
        State::start_clock(&mut self.store);
        Ok((function, self.sandbox.run()))
    }

    /// Everything that comes after a call.
    fn leave<T>(&mut self, result: wasmtime::Result<(T,)>) -> Result<T> {
        self.store.data_mut().ahead().settle();
        match result {
            Ok((value,)) => {
                self.usable = true;
                Ok(value)
            }
            Err(error) => Err(Error::from_wasmtime(&error, self.sandbox.limits())),
        }
    }

    fn debug(&self, name: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct(name)
            .field("usable", &self.usable)
            .finish_non_exhaustive()
    }
}

/// The type that an exported function returns.
macro_rules! returned {
    (may_refuse, $value:ty) => { std::result::Result<<$value as Answer>::Wit, wit::Error> };
    (always_answers, $value:ty) => { <$value as Answer>::Wit };
}

/// What the caller gets for it.
macro_rules! settled {
    (may_refuse, $value:ty, $returned:expr) => {
        match $returned? {
            Ok(value) => Ok(<$value as Answer>::from_wit(value)),
            Err(error) => Err(Error::Refused(error.into())),
        }
    };
    (always_answers, $value:ty, $returned:expr) => {
        Ok(<$value as Answer>::from_wit($returned?))
    };
}

/// What a function's documentation says of its errors.
macro_rules! errors {
    (may_refuse) => {
        concat!(
            "# Errors\n\n[`Error::Refused`] for the reasons that the WIT gives; else",
            errors!(limits)
        )
    };
    (always_answers) => {
        concat!("# Errors\n\nOnly", errors!(limits))
    };
    (limits) => {
        " when a limit is reached ([`Error::Deadline`], [`Error::Memory`] and the like) or the \
         component breaks down ([`Error::Trap`]). From then on the instance answers every call \
         with [`Error::Poisoned`]."
    };
}

macro_rules! define {
    ($(
        $(#[$doc:meta])*
        $operation:ident = $interface:literal $name:literal, $kind:ident,
        fn $method:ident($($arg:ident: $ty:ty),*) -> $value:ty;
    )*) => {
        impl Instance {$(
            $(#[$doc])*
            ///
            #[doc = errors!($kind)]
            pub fn $method(&mut self, $($arg: $ty),*) -> Result<$value> {
                let (function, _running) = self.0.enter::<
                    ($(<$ty as Argument>::Wit,)*),
                    (returned!($kind, $value),),
                >(Operation::$operation)?;
                let result = function.call(&mut self.0.store, ($($arg.into_wit(),)*));
                settled!($kind, $value, self.0.leave(result))
            }
        )*}

        impl AsyncInstance {$(
            $(#[$doc])*
            ///
            #[doc = errors!($kind)]
            pub async fn $method(&mut self, $($arg: $ty),*) -> Result<$value> {
                let (function, _running) = self.0.enter::<
                    ($(<$ty as Argument>::Wit,)*),
                    (returned!($kind, $value),),
                >(Operation::$operation)?;
                let result = function
                    .call_async(&mut self.0.store, ($($arg.into_wit(),)*))
                    .await;
                settled!($kind, $value, self.0.leave(result))
            }
        )*}
    };
}
operations!(define);
