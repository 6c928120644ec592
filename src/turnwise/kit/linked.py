"""Rules that only compiled rules call are compiled into their callers.

For every function Numba makes machine code, and two wrappers by which Python and C can call it. Of the hundred
functions of a game Python calls a dozen (`entry`). The others are kept as optimised LLVM code, in memory and in the
cache, and become machine code as parts of their callers. Numba would compile each anew for every literal and every
integer type of its arguments; here one version serves all. Together that halves the time, and gives the same code.

Compiled games share this module: nothing in it depends on a game.
"""

import gc
from functools import cached_property
from typing import Any, NoReturn

from llvmlite import binding
from numba import _dynfunc, njit, types  # type: ignore[attr-defined]
from numba.core.caching import CompileResultCacheImpl, FunctionCache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder, compile_result
from numba.core.compiler_machinery import register_pass
from numba.core.registry import CPUDispatcher
from numba.core.typed_passes import NativeLowering


class _Entrance(JITCodeLibrary):
    """The code of a function that Python calls, with all that it calls in turn."""

    def _optimize_functions(self, module: Any) -> None:
        """One by one they need not be: the whole is optimised in the end."""
        module.data_layout = self._codegen._data_layout


class _Code(JITCodeLibrary):
    """The code of a function and of everything that it calls, which is never run by itself."""

    plain = False
    """Whether optimisation is left to its callers."""

    def _optimize_final_module(self) -> None:
        if not self.plain:
            super()._optimize_final_module()

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True

    @property
    def bitcode(self) -> bytes:
        made: bytes = self._get_module_for_linking().as_bitcode()
        return made

    @classmethod
    def of(cls, codegen: Any, name: str, bitcode: bytes) -> "_Code":
        code = cls(codegen, name)
        code._final_module = code._shared_module = binding.parse_bitcode(bitcode)
        code._finalize_final_module()
        return code


def _name(code: _Code, description: Any, environment: Any) -> Any:
    """The name by which compiled code finds a function; Python can't call it."""
    name = description.qualname.rpartition(".")[2]
    return _dynfunc.make_function(description.lookup_module(), name, "", 0, environment, (code,))


@register_pass(mutates_CFG=True, analysis_only=False)
class _Lowering(NativeLowering):
    _name = "lowering_to_be_linked"

    def run_pass(self, state: Any) -> bool:
        state.library = code = _Code(state.targetctx.codegen(), state.func_id.func_qualname)
        code.plain = state.flags.boundscheck  # few games are played with it, so that optimising would take longer
        state.flags = state.flags.copy()
        state.flags.no_compile = state.flags.no_cpython_wrapper = state.flags.no_cfunc_wrapper = True
        super().run_pass(state)
        code._ensure_finalized()
        state.reload_init.extend(code._reload_init)
        name = _name(code, state.cr.fndesc, state.cr.env)
        state.targetctx.insert_user_function(name, state.cr.fndesc, [code])
        state.cr = state.cr._replace(cfunc=name)
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class _LoweringOfEntries(NativeLowering):
    _name = "lowering_of_entries"

    def run_pass(self, state: Any) -> bool:
        state.library = code = _Entrance(state.targetctx.codegen(), state.func_id.func_qualname)
        code.enable_object_caching()
        state.flags = state.flags.copy()
        state.flags.no_cfunc_wrapper = True
        done: bool = super().run_pass(state)
        return done


class _Compiler(CompilerBase):
    """Numba's compiler with another last step."""

    lowering: type[NativeLowering] = _Lowering

    def define_pipelines(self) -> list[Any]:
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.passes = [(self.lowering if one is NativeLowering else one, why) for one, why in passes.passes]
        passes.finalize()
        return [passes]


class _CompilerOfEntries(_Compiler):
    lowering = _LoweringOfEntries

    def compile_extra(self, function: Any) -> Any:
        """Compile without the collector of garbage, which would look through all that the compiler has made, over and over."""
        collecting = gc.isenabled()
        gc.disable()
        try:
            return super().compile_extra(function)
        finally:
            if collecting:
                gc.enable()


class _Kept(CompileResultCacheImpl):
    """How a function is stored in the cache."""

    def reduce(self, made: Any) -> tuple[Any, ...]:
        made.fndesc.typemap = made.fndesc.calltypes = None
        code = made.library
        return code.name, code.bitcode, made.fndesc, made.environment, made.signature, made.reload_init

    def rebuild(self, context: Any, kept: tuple[Any, ...]) -> Any:
        name, bitcode, description, environment, signature, reload_init = kept
        for function in reload_init:
            function()
        code = _Code.of(context.codegen(), name, bitcode)
        return compile_result(
            target_context=context,
            typing_context=context.typing_context,
            library=code,
            environment=environment,
            entry_point=_name(code, description, environment),
            fndesc=description,
            signature=signature,
            objectmode=False,
            lifted=(),
            reload_init=reload_init,
            referenced_envs=(),
        )


class _Cache(FunctionCache):
    _impl_class = _Kept


class _Dispatcher(CPUDispatcher):
    def __init__(self, function: Any, locals: Any = None, targetoptions: Any = None) -> None:
        super().__init__(function, locals, targetoptions, _Compiler)
        self._cache = _Cache(function)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """The type of a call: one version serves literals, members of enumerations, and integers of any size."""
        return super().get_call_template([*map(_whole, args)], {name: _whole(one) for name, one in kws.items()})


def _whole(given: Any) -> Any:
    """The type with which an argument is passed."""
    if isinstance(given, types.IntEnumMember):
        return given.dtype
    whole = types.unliteral(given)
    return types.int64 if whole in types.signed_domain else whole


class Linked:
    """A rule that Python can't call; it is registered with Numba when one of its callers is compiled."""

    def __init__(self, function: Any, options: dict[str, Any]) -> None:
        self.py_func, self._options = function, {"nopython": True, **options}

    def __call__(self, *arguments: Any) -> NoReturn:
        name = self.py_func.__name__
        raise TypeError(f"{name} is for compiled rules to call; what Python calls is marked with @entry.")

    @cached_property
    def dispatcher(self) -> Any:
        return _Dispatcher(self.py_func, targetoptions=self._options)

    @property
    def _numba_type_(self) -> Any:
        return self.dispatcher._numba_type_


def entered(**options: Any) -> Any:
    """`@entry` of compiled games: a function that Python calls, and nobody in C."""
    return njit(pipeline_class=_CompilerOfEntries, **options)


def linked(**options: Any) -> Any:
    """`@rule` of compiled games: a function that Python does not call."""
    return lambda function: Linked(function, options)
